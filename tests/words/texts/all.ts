import { siteIn } from '#tests/site/built-site.ts';
import { type Text, textsInCode } from './code.ts';
import { textsOnSite } from './site.ts';

/** Every text that a person reads: of the export in the folder, and of the code of console, forms, mails and API. */
export function allTexts(siteFolder: string): Text[] {
  return [...textsOnSite(siteIn(siteFolder)), ...textsInCode()];
}
