import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { messageAnswer, reshapeEnvelope } from '../envelope.ts';
import { recipeSelection } from './bulk.ts';
import { recipeListFilters } from './read.ts';

/** Needs `recipes:export`. */

export const exportFormats = ['jsonld', 'csv'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/**
 * GET /admin/recipe-export: a file with every recipe that the list shows for the same filters, in its order. It has no
 * envelope. A file that ends early breaks the connection.
 */
export const exportRecipes = endpoint({
  method: 'GET',
  path: '/admin/recipe-export',
  query: v.object({
    ...recipeSelection.entries,
    sort: recipeListFilters.sort,
    order: recipeListFilters.order,
    format: v.picklist(exportFormats),
  }),
  answer: messageAnswer,
  reshape: reshapeEnvelope,
});
