import { expect, test } from 'vitest';
import { chooseClientPrograms, createClientEnvironment } from './client-programs.ts';

const programs = (...majors: number[]) => majors.map((major) => ({ folder: `/${major}`, major }));

test('the programs are of the lowest version that isn’t older than the server', () => {
  expect(chooseClientPrograms(programs(19, 15, 18), 18)).toEqual({ folder: '/18', major: 18 });
  expect(chooseClientPrograms(programs(17, 20, 19), 18)).toEqual({ folder: '/19', major: 19 });
  const inPath = { folder: '/in/path', major: 18 };
  expect(chooseClientPrograms([inPath, ...programs(18)], 18)).toBe(inPath);
});

test('without such programs the message says what there is, and what to install', () => {
  expect(() => chooseClientPrograms(programs(15, 17, 15), 18)).toThrow(
    /^The server is PostgreSQL 18, .* This machine has only those of 15 and 17\.\nInstall them: the package postgresql-client-18 on Debian/,
  );
  expect(() => chooseClientPrograms([], 18)).toThrow('This machine has none.');
});

test('an address becomes the variables of libpq, and asks as much of TLS as the driver does', () => {
  const read = (url: string) => {
    const { PATH, HOME, PGPASSFILE, ...variables } = createClientEnvironment(url);
    return variables;
  };
  const there = { PGHOST: 'db.example.com', PGPORT: '5432', PGUSER: 'app', PGDATABASE: 'meals' };
  expect(read('postgres://app:p%40ss%3A%2F@db.example.com:6543/meals')).toEqual({
    ...there,
    PGPORT: '6543',
    PGPASSWORD: 'p@ss:/',
  });
  expect(read('postgres://app:secret@/meals?host=/cloudsql/a:b:c')).toEqual({
    ...there,
    PGHOST: '/cloudsql/a:b:c',
    PGPASSWORD: 'secret',
  });
  const verified = { ...there, PGSSLMODE: 'verify-full', PGSSLROOTCERT: 'system' };
  const base = 'postgres://app@db.example.com/meals';
  expect(read(`${base}?sslmode=require`)).toEqual(verified);
  expect(read(`${base}?ssl=true`)).toEqual(verified);
  expect(read(`${base}?sslmode=disable`)).toEqual({ ...there, PGSSLMODE: 'disable' });
  expect(read(`${base}?sslmode=no-verify`)).toEqual({ ...there, PGSSLMODE: 'require' });
  expect(read(`${base}?sslmode=require&uselibpqcompat=true`)).toEqual({ ...there, PGSSLMODE: 'require' });
  // The driver reads the file at once.
  const file = import.meta.filename;
  expect(read(`${base}?sslmode=verify-full&sslrootcert=${encodeURIComponent(file)}`)).toEqual({
    ...verified,
    PGSSLROOTCERT: file,
  });
});
