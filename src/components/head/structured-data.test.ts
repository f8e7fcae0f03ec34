import { expect, it } from 'vitest';
import { inScript, structuredData } from './structured-data.ts';

it('cannot end its script element', () => {
  const data = { name: '</script><script>alert(1)</script>', note: '<!-- & "' };
  const text = inScript(data);
  expect(text).not.toContain('<');
  expect(JSON.parse(text)).toEqual(data);
});

it('contains URLs only if the origin of the site is known', () => {
  expect(structuredData(undefined)).not.toContain('"url"');
  expect(structuredData(new URL('https://www.example.com'))).toContain('"url":"https://www.example.com/"');
});
