import { isHtmlTag } from '../page/html.ts';
import { decodeText, markedEncoding } from './bytes.ts';

/** 'text' is anything else that can be read: pasted JSON, a table or a page. */
export type FileKind = 'zip' | 'json' | 'html' | 'text';

/** Bytes that `detectKind` looks at. */
export const HEAD_BYTES = 65_536;

const ACCEPTED = 'Choose saved web pages (.html), JSON-LD (.json), CSV files, or a ZIP of them.';

const signatures: readonly (readonly [start: string, name: string])[] = [
  ['%PDF', 'a PDF document'],
  ['\x89PNG', 'a picture'],
  ['\xff\xd8\xff', 'a picture'],
  ['GIF8', 'a picture'],
  ['RIFF', 'a picture or a video'],
  ['\x1f\x8b', 'a compressed file (gzip)'],
  ['7z\xbc\xaf', 'a 7-Zip archive'],
  ['Rar!', 'a RAR archive'],
  ['\xd0\xcf\x11\xe0', 'an old Word or Excel document'],
  ['{\\rtf', 'a text document (RTF)'],
  ['SQLite format 3', 'a database'],
  ['bplist', 'a Safari web archive'],
];

/** The kind by content, or what the file is instead. */
export function detectKind(head: Uint8Array): FileKind | { refused: string } {
  const start = Buffer.from(head.subarray(0, 16)).toString('latin1');
  if (start.startsWith('PK\x03\x04') || start.startsWith('PK\x05\x06')) return 'zip';
  const known = signatures.find(([signature]) => start.startsWith(signature));
  if (known) return { refused: refusalOf(known[1]) };
  if (start.slice(4, 8) === 'ftyp') return { refused: refusalOf('a picture or a video') };
  if (!markedEncoding(head) && isBinary(head)) return { refused: `This isn’t text. ${ACCEPTED}` };
  return kindOfText(decodeText(head.subarray(0, 4_096)).text.trimStart());
}

/** Texts may have a few zeros by mistake. */
function isBinary(head: Uint8Array): boolean {
  return head.filter((byte) => byte === 0).length > head.length / 500;
}

function kindOfText(text: string): FileKind | { refused: string } {
  if (/^(?:From: <Saved by|MIME-Version: )/u.test(text)) {
    return { refused: `${refusalOf('a web archive (MHTML)')} Browsers save one as “Webpage, HTML Only”.` };
  }
  if (isXml(text)) return { refused: refusalOfText(text) };
  if (/^<(?:[!?a-z])/iu.test(text)) return 'html';
  return /^[[{]/u.test(text) ? 'json' : 'text';
}

/** XML has a prolog without HTML behind it, or begins with an element that HTML does not have. */
function isXml(text: string): boolean {
  if (/^<\?xml/iu.test(text)) return !/<(?:!doctype html|html)\b/iu.test(text);
  const root = /^<(?<name>[a-z]\w*)[\s>]/iu.exec(text)?.groups?.name;
  return root !== undefined && !isHtmlTag(root);
}

/** Formats of recipe managers, by their first lines. */
const recipeFormats: readonly (readonly [beginning: RegExp, name: string])[] = [
  [/^MMMMM-|recipe via meal-?master/imu, 'a MealMaster file'],
  [/^\s*\*\s+exported from\s+mastercook|<mx2[\s>]/iu, 'a MasterCook file'],
  [/<gourmetdoc[\s>]/iu, 'a Gourmet export'],
  [/<cookbook[\s>]/iu, 'a My CookBook export'],
  [/<recipeml[\s>]/iu, 'a RecipeML file'],
  [/<krecipes[\s>]/iu, 'a KRecipes export'],
  [/<fdx[\s>]/iu, 'a Living Cookbook export'],
  [/^@{5} ?now you.re cooking/imu, 'a Now You’re Cooking! export'],
  [/^={3,} ?rezkonv/imu, 'a RezKonv file'],
  [/^(?:recipe_name|recipe_uuid):/mu, 'an Open Recipe Format file'],
  [
    /(?:^|\s)@[\p{L}][^@{}\n]{0,80}\{[^{}\n]{0,40}\}|~\w{0,40}\{\d|^>> ?[\p{L} ]{1,40}:/mu,
    'a Cooklang recipe',
  ],
  [/^<\?xml|^<[a-z]/iu, 'an XML file'],
];

const OTHER_WAYS =
  'Export its recipes as JSON-LD, HTML, or CSV with a recipe manager that opens it, or paste their lines into a new recipe.';

/** Says what a text is that is no JSON, page or table, and what can be done. */
export function refusalOfText(text: string): string {
  const head = text.slice(0, 4_096).trimStart();
  const format = recipeFormats.find(([beginning]) => beginning.test(head))?.[1];
  if (format) return `This is ${format}, which can’t be imported. ${OTHER_WAYS}`;
  return 'This is plain text, not JSON, a web page, or a table. Paste its lines into a new recipe, or save the recipe in one of those formats.';
}

/** Says what a file is, and which ones can be read. `name` has its article: "a picture". */
export function refusalOf(name: string): string {
  return `This is ${name}, which can’t be imported. ${ACCEPTED}`;
}
