import type { ImportChoice } from '#contract/recipes/imports.ts';

export const choiceLabels: Readonly<Record<ImportChoice, string>> = {
  create: 'Create',
  skip: 'Skip',
  replace: 'Replace',
  both: 'Keep both',
};
