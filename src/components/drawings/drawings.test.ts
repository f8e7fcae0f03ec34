import { expect, it } from 'vitest';
import { optimizeDrawing } from './drawings.ts';

it('rounds without drift: the next number corrects the rounding error', () => {
  const body = '<path d="M0 0l10.4 20.4 10.4-3.4-9.4-9.8z"/>';
  expect(optimizeDrawing('a test', body, 1)).toBe('<path d="m0 0 10.4 20.4L20.8 17l-9.4-9.8z"/>');
  expect(optimizeDrawing('a test', body, 0)).toBe('<path d="m0 0 10 20 11-3L11 7z"/>');
});

it('throws for a drawing whose shapes need ids', () => {
  const body = '<defs><path id="x" d="M0 0h9v9z"/></defs><use href="#x"/><use href="#x" x="20"/>';
  expect(() => optimizeDrawing('a test', body, 1)).toThrow('cannot stand beside others');
});
