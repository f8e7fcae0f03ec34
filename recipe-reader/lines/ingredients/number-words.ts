/** A half, in the languages of European recipes. */
export const HALF =
  'half|halbe[mnrs]?|halve|halvt?|demie?|mezz[oa]|medi[oa]|mei[oa]|pół|půl|pol|fél|puoli|jumătate de|pola|μισ[όή]|пол';
const ONE = 'an?|one|eine[nrs]?|ein|une?|un[oa]|uma?|een|et|ett|en|jeden|jedn[aoą]|egy|bir|один|одна|ένα';

/** Words and their digits; "to" and "fire" of Danish are English words too. */
const DIGITS: Readonly<Record<string, string>> = {
  '1½': 'eineinhalb anderthalb anderhalve',
  '2': 'two zwei deux dos due dois duas twee två dwa dwie dva dvě dve két kettő',
  '3': 'three drei trois tres tre três drie trzy tři három',
  '4': 'four vier quatre cuatro quattro quatro fyra cztery čtyři štyri négy',
  '5': 'five fünf cinq cinco cinque vijf fem pięć pět öt',
  '6': 'six sechs seis sei zes sex',
  '7': 'seven sieben sept',
  '8': 'eight acht huit ocho otto oito',
  '9': 'nine neun neuf',
  '10': 'ten zehn dix diez dieci dez',
  '12': 'twelve zwölf douze',
};
const words = new Map(
  Object.entries(DIGITS).flatMap(([digits, line]) => line.split(' ').map((word) => [word, digits] as const)),
);

/** "Half a", "een halve". */
export const HALF_OF = `(?:(?:(?:${ONE}) )?(?:${HALF})(?: an?)? |une? demie?-)`;
const HALF_WORD = new RegExp(`^${HALF_OF}`, 'iu');
const ONE_WORD = new RegExp(`^(?:(?:${ONE}) |un['’])`, 'iu');
/** "A little oil", "half and half" and "five spice powder" have no number. */
const NO_NUMBER =
  /^(?:little|few|lot|bit|couple|touch|and|fat|spice|grain|bean|cheese|wenig|paar|bisschen|peu|poco|po['’]|pouco|pouquinho|beetje|par|lidt|lite|litt|smule)(?!\p{L})/iu;

type Beginning = { quantity: string; rest: string };

/** "A pinch" is one, "half a lemon" is ½, "zwei Eier" are 2; null without a number. */
export function readNumberWord(text: string): Beginning | null {
  const half = HALF_WORD.exec(text)?.[0];
  const found = half ?? ONE_WORD.exec(text)?.[0];
  if (found) {
    const rest = text.slice(found.length);
    return NO_NUMBER.test(rest) ? null : { quantity: half ? '½' : '1', rest: ` ${rest}` };
  }
  const word = text.slice(0, Math.max(text.indexOf(' '), 0));
  const rest = text.slice(word.length);
  const digits = NO_NUMBER.test(rest.trimStart()) ? undefined : words.get(word.toLowerCase());
  return digits === undefined ? null : { quantity: digits, rest };
}
