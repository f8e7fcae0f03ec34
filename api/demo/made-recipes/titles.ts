/** The words of made titles: "Smoky Chickpea Stew with Dill and Lemon". */

// biome-ignore format: one line per list of words
const STYLES = ['Baked', 'Braised', 'Creamy', 'Crispy', 'Garlicky', 'Golden', 'Grilled', 'Herby', 'Light', 'Quick', 'Roasted', 'Rustic', 'Slow', 'Smoky', 'Spicy', 'Spring', 'Summer', 'Sunday', 'Sweet', 'Tangy', 'Warm', 'Weeknight', 'Winter', 'Zesty'] as const;
// biome-ignore format: one line per list of words
const MAINS = ['Apple', 'Barley', 'Bean', 'Beef', 'Beet', 'Black Bean', 'Broccoli', 'Cabbage', 'Carrot', 'Cauliflower', 'Chicken', 'Chickpea', 'Coconut', 'Cod', 'Corn', 'Egg', 'Eggplant', 'Feta', 'Halloumi', 'Kale', 'Lamb', 'Leek', 'Lentil', 'Mushroom', 'Pea', 'Pepper', 'Pork', 'Potato', 'Pumpkin', 'Quinoa', 'Rice', 'Salmon', 'Shrimp', 'Spinach', 'Squash', 'Sweet Potato', 'Tofu', 'Tomato', 'Turkey', 'Zucchini'] as const;
// biome-ignore format: one line per list of words
const DISHES = ['Bake', 'Bowl', 'Burgers', 'Casserole', 'Chili', 'Chowder', 'Curry', 'Dal', 'Dumplings', 'Fritters', 'Gratin', 'Hash', 'Noodles', 'Pancakes', 'Pasta', 'Patties', 'Pie', 'Pilaf', 'Ragout', 'Risotto', 'Salad', 'Skewers', 'Skillet', 'Soup', 'Stew', 'Stir-Fry', 'Tacos', 'Tagine', 'Tart', 'Wraps'] as const;
// biome-ignore format: one line per list of words
const EXTRAS = ['Almonds', 'Basil', 'Capers', 'Chives', 'Cilantro', 'Cinnamon', 'Crème Fraîche', 'Cumin', 'Dill', 'Fennel', 'Garlic', 'Ginger', 'Gruyère', 'Honey', 'Jalapeños', 'Lemon', 'Lime', 'Mango', 'Mint', 'Miso', 'Mustard', 'Olives', 'Orange', 'Paprika', 'Parsley', 'Peanuts', 'Pesto', 'Raisins', 'Rosemary', 'Sage', 'Sesame', 'Tahini', 'Thyme', 'Walnuts', 'Yogurt', 'Za’atar'] as const;
/** A few titles have the name in another script as well, for the search. */
const LOCAL_NAMES = ['Борщ', 'Χωριάτικη', '親子丼', '炒饭', '김치찌개', 'حمص', 'חומוס', 'बिरयानी'] as const;
/** One title in so many. */
const LOCAL_NAME_INTERVAL = 16;

const pairs = EXTRAS.flatMap((first, index) =>
  EXTRAS.slice(index + 1).map((second) => [first, second] as const),
);

/** So many numbers have titles of their own. */
export const TITLE_COUNT = STYLES.length * MAINS.length * DISHES.length * pairs.length;
/** A prime that divides no number above: neighbouring numbers get titles that differ in every word. */
const STEP = 10_000_019;

export type Title = { text: string; style: string; main: string; dish: string; extras: string };

/** Different numbers below TITLE_COUNT have different titles. */
export function makeTitle(number: number): Title {
  let remaining = (number * STEP) % TITLE_COUNT;
  const draw = <Word>(words: readonly Word[]): Word => {
    const word = words[remaining % words.length];
    remaining = Math.floor(remaining / words.length);
    if (word === undefined) throw new Error('There is no such title.');
    return word;
  };
  const [style, main, dish] = [draw(STYLES), draw(MAINS), draw(DISHES)];
  const extras = draw(pairs).join(' and ');
  const text = `${style} ${main} ${dish} with ${extras}${getLocalName(number)}`;
  return { text, style, main, dish, extras };
}

function getLocalName(number: number): string {
  if (number % LOCAL_NAME_INTERVAL !== 0) return '';
  return ` (${LOCAL_NAMES[(number / LOCAL_NAME_INTERVAL) % LOCAL_NAMES.length]})`;
}
