import { expect, it } from 'vitest';
import { optimised } from './drawings.ts';

it('rounds without drifting: what a number loses is made up for by the next', () => {
  const body = '<path d="M0 0l10.4 20.4 10.4-3.4-9.4-9.8z"/>';
  expect(optimised('a test', body, 1)).toBe('<path d="m0 0 10.4 20.4L20.8 17l-9.4-9.8z"/>');
  expect(optimised('a test', body, 0)).toBe('<path d="m0 0 10 20 11-3L11 7z"/>');
});

it('refuses a drawing whose shapes need ids', () => {
  const body = '<defs><path id="x" d="M0 0h9v9z"/></defs><use href="#x"/><use href="#x" x="20"/>';
  expect(() => optimised('a test', body, 1)).toThrow('cannot stand beside others');
});
