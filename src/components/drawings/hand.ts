/** The style of all drawings: flat colors, each with one darker tone, and light from the upper left. */
export const tones = {
  ink: '#26352d',
  light: '#fff6e2',
  tomato: '#dc5136',
  tomatoShade: '#b93a24',
  basil: '#5b9a6d',
  basilShade: '#38714f',
  leaf: '#7fb37a',
  saffron: '#f2b84b',
  saffronShade: '#d99530',
  cream: '#fbeecf',
  creamShade: '#e6d0a2',
  crust: '#c98245',
  crustShade: '#a5622f',
  shell: '#e5b58c',
  shellShade: '#cc9468',
  carrot: '#ec8f3d',
  carrotShade: '#cd6e25',
  bean: '#a2483a',
  beanShade: '#7c3129',
  earth: '#b98f6a',
  earthShade: '#93694a',
} as const;

type Parts = {
  /** Flat shapes. */
  fills: string;
  /** A path where the light falls. */
  light: string;
  /** A path in ink. */
  lines: string;
};

/** Shapes on a canvas of 128 by 128. The lines are offset from the fills, and left open where the light falls. */
export function drawn({ fills, light, lines }: Parts): string {
  return `<g transform="translate(3 3)">${fills}</g><g fill="none" stroke-linecap="round" stroke-linejoin="round" stroke-width="5"><path stroke="${tones.light}" d="${light}"/><path stroke="${tones.ink}" d="${lines}"/></g>`;
}
