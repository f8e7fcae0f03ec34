import { describe, expect, it } from 'vitest';
import { dark, light } from './tokens.ts';

type Token = keyof typeof light;

/** WCAG 2.2. */
function luminance(colour: string): number {
  const channel = (at: number) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

const surfaces: readonly Token[] = ['paper', 'sheet', 'basil-tint', 'tomato-tint', 'saffron-tint'];
const on = (texts: readonly Token[], grounds: readonly Token[]) =>
  texts.flatMap((text) => grounds.map((ground) => [text, ground] as const));

const text = [
  ...on(['ink', 'muted', 'basil', 'basil-strong', 'tomato', 'tomato-strong', 'saffron-ink'], surfaces),
  ...on(['on-basil'], ['basil', 'basil-strong']),
  ...on(['on-tomato'], ['tomato', 'tomato-strong']),
];
const controls = on(['control', 'focus', 'basil', 'tomato'], surfaces);

describe.each([
  ['light', light],
  ['dark', dark],
])('the %s scheme', (_name, tokens) => {
  it.each(text)('%s on %s has the contrast of text', (foreground, ground) => {
    expect(contrast(tokens[foreground], tokens[ground])).toBeGreaterThanOrEqual(4.5);
  });

  it.each(controls)('%s on %s has the contrast of controls', (control, ground) => {
    expect(contrast(tokens[control], tokens[ground])).toBeGreaterThanOrEqual(3);
  });
});
