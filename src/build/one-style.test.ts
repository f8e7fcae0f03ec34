import { expect, it } from 'vitest';
import { withOneStyle } from './one-style.ts';

it('joins what a page wears, in its order, at the end of its head', () => {
  const built = '<head><style>a{}</style><meta><style>b{}</style></head><p>x<style>c{}\n</style></p>';
  expect(withOneStyle(built)).toBe('<head><meta><style>a{}b{}c{}</style></head><p>x</p>');
});

it('leaves a page with one style, or none, as it is', () => {
  for (const page of ['<head></head>', '<head><style>a{}</style><meta></head>']) {
    expect(withOneStyle(page)).toBe(page);
  }
});

it.each([
  '<head><style media="print">a{}</style></head>',
  '<head></head><noscript><p></p><style>a{}</style></noscript>',
])('refuses %s', (page) => {
  expect(() => withOneStyle(page)).toThrow('condition');
});

it('joins beside a noscript that holds no style', () => {
  const page = '<head><style>a{}</style></head><noscript><p></p></noscript><style>b{}</style>';
  expect(withOneStyle(page)).toBe('<head><style>a{}b{}</style></head><noscript><p></p></noscript>');
});
