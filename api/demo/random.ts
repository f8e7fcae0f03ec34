/** Returns a number of at least 0 and below 1. */
export type Random = () => number;

/** A stream of 2^32 numbers (Tommy Ettinger). Not for secrets. */
export function mulberry32(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Both limits are included. */
export function randomInteger(random: Random, min: number, max: number): number {
  return min + Math.floor(random() * (max - min + 1));
}

/** Draws without replacement and reshuffles, so that few draws already have the given shares. Throws without cards. */
export function createDeck<Card>(random: Random, cards: readonly Card[]): () => Card {
  let remaining: Card[] = [];
  return () => {
    if (remaining.length === 0) remaining = [...cards];
    const [card] = remaining.splice(Math.floor(random() * remaining.length), 1);
    if (card === undefined) throw new Error('A deck needs at least one card.');
    return card;
  };
}

/** Each key occurs as often as its number says. */
export function createWeightedDeck<Key extends string>(
  random: Random,
  shares: Readonly<Record<Key, number>>,
): () => Key {
  const cards = (Object.keys(shares) as Key[]).flatMap((key) => Array<Key>(shares[key]).fill(key));
  return createDeck(random, cards);
}
