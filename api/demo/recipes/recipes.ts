import { africa } from './africa.ts';
import { americas } from './americas.ts';
import { breakfast } from './breakfast.ts';
import { eastAsia } from './east-asia.ts';
import { easternMediterranean } from './eastern-mediterranean.ts';
import { india } from './india.ts';
import { italy } from './italy.ts';
import { northernEurope } from './northern-europe.ts';
import type { DemoRecipe } from './recipe.ts';
import { southEastAsia } from './south-east-asia.ts';
import { sweet } from './sweet.ts';
import { westernEurope } from './western-europe.ts';

export const recipes: readonly DemoRecipe[] = [
  ...breakfast,
  ...italy,
  ...westernEurope,
  ...northernEurope,
  ...easternMediterranean,
  ...africa,
  ...india,
  ...eastAsia,
  ...southEastAsia,
  ...americas,
  ...sweet,
];
