import { type ParseIngredientOptions, parseIngredient } from 'parse-ingredient';

/** Spellings that `parse-ingredient` does not know, one unit a line. */
const SPELLINGS = `
tin tins|jar jars|bottle bottles|packet packets pkt pkt.|sachet sachets|tub tubs|pot pots|punnet punnets|tube tubes
handful handfuls|thumb thumbs|pinches|dashes|knob knobs|splash splashes|drizzle drizzles|glug glugs|squeeze squeezes|dollop dollops
sprinkle sprinkling|grating gratings|twist twists|grind grinds|pat pats|scoop scoops|spoonful spoonfuls
slice slices|stalk stalks|rib ribs|rasher rashers|strip strips|sheet sheets|leaf leaves|wedge wedges|block blocks
cube cubes|ball balls|bulb bulbs|loaf loaves|bar bars|nest nests|square squares|part parts|envelope envelopes|mug mugs
glass glasses|shot shots|floret florets|fillet fillets|segment segments|branch branches|roll rolls|bundle bundles
bunch bunches|packages package pack. pk|container containers|dessertspoon dessertspoons dsp dstspn
tbsps tbsps. tblsp tblsp. tbs tbs. tbl tbl. Tb Tb. T. tablespoonful tablespoonfuls|tsps tsps. t. teaspoonful teaspoonfuls
litre litres lt ltr|millilitre millilitres|centilitre centilitres centiliter centiliters cl|decilitre decilitres dl
gramme grammes gr gr. gm gms|kilo kilos kilogramme kilogrammes|pint pints|lb. lbs lbs.|dozen doz doz. dz|ins in. in
EL Essl. Esslöffel Esslöffeln|TL Teel. Teelöffel Teelöffeln|Prise Prisen Pr. Pr|Bund Bd. Bd|Zehe Zehen|Stück Stücke Stck. Stk. St.
Scheibe Scheiben|Dose Dosen|Packung Packungen Pckg. Pkg.|Päckchen Pck. Pck Pä. Pk. Pckch.|Becher|Glas Gläser Gl.|Tasse Tassen
Messerspitze Messerspitzen Msp. Msp|Stange Stangen|Zweig Zweige|Blatt Blätter|Kopf Köpfe|Knolle Knollen|Würfel|Tropfen
Spritzer|Schuss|Handvoll|Tüte Tüten|Beutel|Flasche Flaschen Fl.|Rolle Rollen|Pfund Pfd.|Stiel Stiele|Stängel|Tafel Tafeln
Kugel Kugeln|Portion Portionen|Streifen|Liter|Gramm|Kilogramm|Milliliter|Messbecher|Spritzer|Hand|Schälchen|Ecke Ecken
cuillère cuillères cuil. cuill. càs cas c.à.s. c.à.s càc cac c.à.c. c.à.c CS CC|gousse gousses|pincée pincées|tranche tranches
brin brins|branche|feuille feuilles|botte bottes|boîte boîtes boite boites|verre verres
noix|noisette noisettes|filet filets|poignée poignées|bâton bâtons|zeste zestes|morceau morceaux|rouleau rouleaux|plaquette plaquettes
tablette tablettes|brique briques|paquet paquets|bocal bocaux|goutte gouttes|trait traits
cucchiaio cucchiai|cucchiaino cucchiaini|spicchio spicchi|pizzico pizzichi|bicchiere bicchieri|fetta fette|bustina bustine
cucharada cucharadas|cucharadita cucharaditas|diente dientes|taza tazas|pizca pizcas|lata latas|rebanada rebanadas`;

/** "Zehe/n" and "Zehe(n)", as German recipe sites write them. */
const withGermanPlural = (word: string) =>
  /^\p{Lu}\p{Ll}+e$/u.test(word) ? [word, `${word}/n`, `${word}(n)`] : [word];

const units = SPELLINGS.trim()
  .split(/[|\n]/u)
  .map((line) => line.split(' ').flatMap(withGermanPlural));

const options: ParseIngredientOptions = {
  additionalUOMs: Object.fromEntries(
    units.map(([short = '', plural = short, ...alternates]) => [short, { short, plural, alternates }]),
  ),
  // "2 large eggs" are eggs.
  ignoreUOMs: ['large', 'lg', 'lg.', 'medium', 'med', 'med.', 'md', 'md.', 'small', 'sm', 'sm.'],
  descriptionStripPrefixes: ['of', 'von', /de la\s/iu, /de l['’]/iu, /d['’]/iu, 'de', 'du', 'des', 'di'],
  groupHeaderPatterns: [],
  rangeSeparators: [],
};

/** Units of several words that the library does not join. */
const LONG_UNIT =
  /^(?:fl(?:uid)?\.? ?(?:oz\.?|ounces?)(?= )|bouquets?(?= d)|(?:EL|TL), (?:gestrichen|gehäuft)\p{L}*|(?:c\.?|cuil\.?|cuill\.?|cuillères?|cuillerées?) [àa] (?:soupe|café|thé|s\.?|c\.?)) /iu;
const OF = /^(?:of |d['’]|de l['’]|de la |de |du )/iu;

const ADJECTIVE =
  /^(?:(?:very )?(?:heaped|heaping|level|rounded|scant|generous|good|large|small|medium|big|thick|thin|packed|full)|kl\.|gestr\.|geh\.|gestrichene[rs]?|gehäufte[rs]?|große[rs]?|kleine[rs]?|grosses?|petite?s?|bonnes?) /iu;

export type UnitSplit = { unit: string; rest: string };

/** The unit at the beginning as it was written, "heaped tbsp" too, and the text after it; null if there is none. */
export function splitUnit(text: string): UnitSplit | null {
  const long = LONG_UNIT.exec(text)?.[0];
  if (long) return { unit: long.trim(), rest: withoutOf(text.slice(long.length)) };
  if (!/^\p{L}/u.test(text)) return null;
  const adjective = ADJECTIVE.exec(text)?.[0];
  if (adjective) {
    const found = splitUnit(text.slice(adjective.length));
    return found && { unit: adjective + found.unit, rest: found.rest };
  }
  const [found] = parseIngredient([`1 ${text}`], options);
  if (!found?.unitOfMeasure || !/^[\p{L}\p{N}(*"'’‘“½¼¾⅓⅔+/]/u.test(found.description)) return null;
  return { unit: found.unitOfMeasure, rest: found.description };
}

/** "Of sugar" and "d'ail" after a unit are "sugar" and "ail". */
export function withoutOf(text: string): string {
  return text.replace(OF, '');
}
