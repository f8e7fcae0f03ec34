/** The logo: a basil leaf on a plate, on a canvas of 32 by 32. */
export const mark = {
  size: 32,
  rim: 12.6,
  leaf: 'M9.2 22.8C7.6 13.4 13.4 8.4 23.6 8.6c.6 9.6-4.6 15.6-14.4 14.2Z',
  vein: 'M8 24 18 14',
} as const;

type Colours = { ground: string; leaf: string };

/** The logo as elements of an SVG, for icons and emails: a leaf on a disc. */
export function drawMark({ ground, leaf }: Colours): string {
  const middle = mark.size / 2;
  return `<circle cx="${middle}" cy="${middle}" r="${middle}" fill="${ground}"/>
<path d="${mark.leaf}" fill="${leaf}"/>
<path d="${mark.vein}" fill="none" stroke="${ground}" stroke-width="1.6" stroke-linecap="round"/>`;
}
