import { drawn, tones } from './hand.ts';

const { tomato, tomatoShade, basil, basilShade, leaf, saffron, cream, creamShade, carrot, bean } = tones;

/** What a kitchen makes of it. */
export const dishes = {
  pan: drawn({
    fills: `<path fill="#8f5a35" d="m84 36 22-24c6-6 17 3 11 10L96 47z"/>
<circle cx="56" cy="70" r="46" fill="#3d4c44"/><circle cx="56" cy="70" r="37" fill="${tomato}"/><path fill="${tomatoShade}" d="M92 62a37 37 0 0 1-66 30c33 8 60-4 66-30z"/>
<path fill="${cream}" d="M40 42c10-5 20 0 21 10 1 9-3 16-12 18-11 2-20-3-21-12-1-7 5-13 12-16z"/><path fill="${cream}" d="M70 66c10-3 18 4 17 14-1 9-9 16-19 15-9-1-15-8-13-16 2-7 8-11 15-13z"/>
<g fill="${saffron}"><circle cx="45" cy="55" r="8"/><circle cx="71" cy="81" r="8"/></g><path fill="${leaf}" d="M68 44c6-4 12-3 15 2-5 4-11 3-15-2zM32 80c6-1 10 2 11 8-6 0-10-3-11-8z"/>`,
    light: 'M24 66c1-7 4-12 8-17M42 53l2-2M68 79l2-2',
    lines:
      'M84 36l22-24c6-6 17 3 11 10L96 47M64 24c22 4 38 23 38 46 0 26-21 46-46 46S10 96 10 70c0-10 3-19 8-26M56 45c6 3 6 14 0 20M82 70c5 6 2 18-6 22M93 70c0 17-12 32-30 36',
  }),
  pot: drawn({
    fills: `<path fill="${carrot}" d="M26 54c2-9 8-15 17-14 6-8 17-9 24-3 8-6 19-3 23 6 7 0 12 5 13 11z"/><circle cx="44" cy="48" r="7" fill="${bean}"/><circle cx="82" cy="47" r="7" fill="${leaf}"/><path fill="${cream}" d="M56 44l12-3 3 9-12 3z"/>
<path fill="${basil}" d="M18 58h92l-3 40c-1 11-8 18-19 18H40c-11 0-18-7-19-18z"/><path fill="${basilShade}" d="m110 58-3 40c-1 11-8 18-19 18H40c-10 0-17-6-19-15 44 5 74-10 77-43z"/>
<path fill="${cream}" d="M13 51h102v11H13z"/><path fill="${creamShade}" d="M70 57h45v5H40z"/>`,
    light: 'M32 74l2 18',
    lines:
      'M66 51h49v11H13V51h20M18 66l3 32c1 11 8 18 19 18h48c11 0 18-7 19-18l3-32M18 72H8v12h11M110 72h10v12h-11M48 12c-6 6 5 10-1 17M66 8c-6 6 5 10-1 17M84 12c-6 6 5 10-1 17',
  }),
} as const;
