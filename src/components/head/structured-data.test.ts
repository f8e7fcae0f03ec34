import { expect, it } from 'vitest';
import { inScript, structuredData } from './structured-data.ts';

it('cannot end the element it stands in', () => {
  const data = { name: '</script><script>alert(1)</script>', note: '<!-- & "' };
  const text = inScript(data);
  expect(text).not.toContain('<');
  expect(JSON.parse(text)).toEqual(data);
});

it('names addresses only where the site knows its own', () => {
  expect(structuredData(undefined)).not.toContain('"url"');
  expect(structuredData(new URL('https://www.example.com'))).toContain('"url":"https://www.example.com/"');
});
