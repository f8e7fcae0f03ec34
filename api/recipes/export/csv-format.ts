import { stringify } from 'csv-stringify/sync';
import type { RecipeContent } from '#contract/recipes/content.ts';
import { exportColumns, exportHeader } from '#recipe-reader/own-export.ts';
import { BYTE_ORDER_MARK, escapeFormula } from '../../http/csv.ts';

const { texts, numbers, lists } = exportColumns;

export function csvHeader(): string {
  return BYTE_ORDER_MARK + stringify([[...exportHeader]]);
}

export function toCsvLine(content: RecipeContent): string {
  const cells = [
    ...texts.map((field) => escapeFormula(content[field] ?? '')),
    ...numbers.map((field) => content[field] ?? ''),
    ...lists.map((field) => JSON.stringify(content[field])),
  ];
  return stringify([cells], { quoted_match: /[\r\n]/u });
}
