import { type ParseIngredientOptions, parseIngredient } from 'parse-ingredient';
import { UNIT_WORDS } from './unit-words.ts';

const options: ParseIngredientOptions = {
  additionalUOMs: { word: { short: 'tin', plural: 'tins', alternates: [...UNIT_WORDS] } },
  // "2 large eggs" are eggs.
  ignoreUOMs: ['large', 'lg', 'lg.', 'medium', 'med', 'med.', 'md', 'md.', 'small', 'sm', 'sm.'],
  descriptionStripPrefixes: [],
  groupHeaderPatterns: [],
  rangeSeparators: [],
};

const SPOON =
  '(?:colher(?:es)?|cuchara(?:da|dita)?s?|cdi?t?as?|cucchiain?[oi]|cuill?|cuill[eè]res?|cuillerées?|xícaras?|chávenas?|tazas?|c)\\.?';
/** Units of several words that the library does not join. */
const LONG_UNIT = new RegExp(
  [
    String.raw`^(?:fl(?:uid)?\.? ?(?:oz\.?|ounces?)`,
    'bouquets?(?= d)',
    String.raw`(?:EL|TL), (?:gestr|geh)[\p{L}.]*`,
    String.raw`${SPOON} ?à ?(?:soupe|café|thé|dessert|s|c)\.?`,
    String.raw`c\. ?(?:de |da )?(?:sopa|chá|café)`,
    String.raw`${SPOON} ?\((?:de )?(?:sopa|chá|café|sobremesa)\)`,
    `${SPOON} ?(?:(?:de|a|da) )?(?:sopa|soupe|sobremesa|postre)`,
    // "2 cucharadas de café" is coffee.
    `${SPOON} ?(?:(?:de|da) )?(?:café|caffè|chá|té|tè|thé|dessert)(?= d[eio'’])`,
    String.raw`κουταλ\p{L}+ (?:της |του )?(?:σούπας|γλυκού)`,
    String.raw`(?:столов|чайн)\p{L}+ лож\p{L}+) `,
  ].join('|'),
  'iu',
);
/** Foods that begin with the name of a unit. */
const FOOD =
  /^(?:pa[kc]k? (?:choi|choy|soi)|rib[- ]?eyes?|filet mignon|pot roast|cube steak|leaf lettuce|st\.? louis|noix (?:de|du) (?!beurre|gingembre)|list\p{L}* laurow)/iu;

const OF =
  /^(?:of (?:an? )?|d['’]|de l['’]|de las? |de los |del |dell['’]|dell[aeo] |degli |dei |de |du |des |di |do |da |dos |das |von |van )/iu;

/** Of a unit in front of it, "2 heaped tbsp"; and after it, "1 cucharada colmada". */
const ADJECTIVES = [
  '(?:(?:very|lightly) )?(?:heaped|heaping|level|rounded|scant|generous|good|large|small|medium(?:-sized?)?|big|fat),?',
  '(?:(?:very|lightly|firmly|loosely) )?(?:plump|whole|thick|thin|packed|full|lg|sm|md),?',
  String.raw`kl\.|gr\.|gestr\.|geh\.|(?:gestrichen|gehäuft|groß|gross|klein|gut|voll|dick|dünn|halb)e[rsn]?`,
  'grosses?|petite?s?|bonnes?|belles?|demie?',
  'grandes?|pequeñ[oa]s?|pequen[oa]s?|buen[oa]s?|grand[ei]|piccol[oaie]',
  'volle|grote|kleine?|flinke?|ruime|afgestreken',
  'stor[at]?|liten|lite|lille|rågad|strøken|toppet',
  'duż[aye]|mał[aye]|płaski?[aie]j?|czubat(?:[aey]|ej)|velk[áéý]|mal[áéý]|polévkov[aáé]|polievkov[aáé]|čajov[aáé]',
  'kis|nagy|púpozott',
].join('|');
const ADJECTIVES_AFTER = [
  'rase?s?|bombée?s?|bien pleines?|et demie?',
  '(?:bem )?chei[oa]s?|ras[oa]s?|colmad[oa]s?|colm[oi]|generos[oa]s?|(?:e mezz|y medi|e mei)[oa]',
  '(?:grandes?|pequeñ[oa]s?)(?= de )',
].join('|');
const ADJECTIVE = new RegExp(`^(?:${ADJECTIVES}) `, 'iu');
const ADJECTIVE_AFTER = new RegExp(String.raw`^(?:${ADJECTIVES_AFTER}) (?=\p{L})`, 'iu');

export type UnitSplit = { unit: string; rest: string };

/** The unit at the beginning as it was written, "heaped tbsp" too, and the text after it; null if there is none. */
export function splitUnit(text: string): UnitSplit | null {
  if (!/^\p{L}/u.test(text) || FOOD.test(text)) return null;
  const long = LONG_UNIT.exec(text)?.[0];
  if (long) return toSplit(long.trim(), text.slice(long.length));
  const adjective = ADJECTIVE.exec(text)?.[0];
  if (adjective) {
    const found = splitUnit(text.slice(adjective.length));
    return found && { unit: adjective + found.unit, rest: found.rest };
  }
  const [found] = parseIngredient([`1 ${text}`], options);
  if (!found?.unitOfMeasure || !/^[\p{L}\p{N}(*"'’‘“½¼¾⅓⅔+/|]/u.test(found.description)) return null;
  return toSplit(found.unitOfMeasure, found.description);
}

/** "Of sugar" and "d'ail" after a unit are "sugar" and "ail". */
export function withoutOf(text: string): string {
  return text.replace(OF, '');
}

function toSplit(unit: string, rest: string): UnitSplit {
  const adjective = ADJECTIVE_AFTER.exec(rest)?.[0] ?? '';
  return { unit: `${unit} ${adjective}`.trim(), rest: withoutOf(rest.slice(adjective.length)) };
}
