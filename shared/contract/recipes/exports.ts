/** GET /admin/recipe-export. Only providers whose recipes have the feature `export` have it. */

export const exportFormats = ['jsonld', 'csv'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/**
 * Answers a file: every recipe that the list shows for the same filters, in its order, with the bearer header. The query
 * is that of `listRecipes` without `page` and `pageSize`, and `format`.
 */
export const EXPORT_PATH = '/admin/recipe-export';
