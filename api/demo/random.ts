/** The next number of a stream: at least 0, below 1. */
export type Random = () => number;

/** Mulberry32 (Tommy Ettinger): a stream of 2^32 numbers that depends on `seed` alone. Not for secrets. */
export function mulberry32(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A whole number from `least` to `most`, both included. */
export function between(random: Random, least: number, most: number): number {
  return least + Math.floor(random() * (most - least + 1));
}

/**
 * Deals cards without putting them back and shuffles again when none is left, so that even a few draws hold
 * every card and the shares come out as given. Throws when there is no card.
 */
export function deck<Card>(random: Random, cards: readonly Card[]): () => Card {
  let left: Card[] = [];
  return () => {
    if (left.length === 0) left = [...cards];
    const [card] = left.splice(Math.floor(random() * left.length), 1);
    if (card === undefined) throw new Error('A deck needs at least one card.');
    return card;
  };
}

/** A deck that holds each key as often as its number says. */
export function sharesDeck<Key extends string>(
  random: Random,
  shares: Readonly<Record<Key, number>>,
): () => Key {
  const cards = (Object.keys(shares) as Key[]).flatMap((key) => Array<Key>(shares[key]).fill(key));
  return deck(random, cards);
}
