import type { OnboardingStatus, UserStatus } from '../db/schema.ts';
import { addDays, arrivals, DAY } from './calendar.ts';
import { latinPools, type Names, otherPools, type Pool, phoneRanges, rareNames } from './names.ts';
import { between, deck, type Random, sharesDeck } from './random.ts';

export type Person = {
  first_name: string;
  last_name: string;
  email: string;
  phone: string | null;
  status: UserStatus;
  role: 'user';
  onboarding_status: OnboardingStatus;
  is_email_verified: boolean;
  created_at: Date;
  updated_at: Date;
};

/** Months before `now` in which people arrive. */
const MONTHS = 24;

/** Out of 50: how people stand today. */
const STATUSES = { active: 46, suspended: 3, deleted: 1 };
/** Out of 25: how far they came, and whether they opened the verification mail. */
const PROGRESS: readonly { share: number; onboarding: OnboardingStatus; verified: boolean }[] = [
  { share: 20, onboarding: 'completed', verified: true },
  { share: 2, onboarding: 'in_progress', verified: true },
  { share: 1, onboarding: 'in_progress', verified: false },
  { share: 1, onboarding: 'not_started', verified: true },
  { share: 1, onboarding: 'not_started', verified: false },
];
/** Out of 17: which names are dealt. */
const ORIGINS = { latin: 8, other: 8, rare: 1 };
const DOMAINS = ['example.com', 'example.com', 'example.com', 'example.org', 'example.net'] as const;

/** Letters that Unicode does not take apart into a letter and its marks. */
const UNDIVIDED: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

/** A Latin name in the letters a-z, digits and hyphens of an address. */
export function toAscii(name: string): string {
  return name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[ßæœøłđðþı]/g, (letter) => UNDIVIDED[letter] ?? '')
    .replace(/[^a-z0-9-]/g, '');
}

type Spelled = readonly [written: string, ascii: string];
type FullName = { first: Spelled; last: Spelled; pool?: Pool };

function spell(names: Names): readonly Spelled[] {
  if (Array.isArray(names)) return names.map((name: string) => [name, toAscii(name)] as const);
  return Object.entries(names);
}

/** Deals full names: half in Latin letters, half in other scripts, every pool as often as its neighbours. */
function nameDealer(random: Random): () => FullName {
  const fromPools = (pools: readonly Pool[]) => {
    const decks = pools.map((pool) => ({
      pool,
      given: deck(random, spell(pool.given)),
      family: deck(random, spell(pool.family)),
    }));
    const next = deck(random, decks);
    return (): FullName => {
      const { pool, given, family } = next();
      return { first: given(), last: family(), pool };
    };
  };
  const rare = deck(random, rareNames);
  const deal = {
    latin: fromPools(latinPools),
    other: fromPools(otherPools),
    rare: (): FullName => {
      const [first, last] = rare();
      return { first: [first, toAscii(first)], last: [last, toAscii(last)] };
    },
  };
  const origin = sharesDeck(random, ORIGINS);
  return () => deal[origin()]();
}

/**
 * Deals addresses at domains reserved for documentation (RFC 2606), each with the mark; one that is taken gets a
 * number.
 */
function emailDealer(random: Random, mark: string): (name: FullName) => string {
  const taken = new Map<string, number>();
  const domain = deck(random, DOMAINS);
  const form = sharesDeck(random, { full: 5, initial: 2, joined: 1 });
  return ({ first: [, first], last: [, last] }) => {
    const local = {
      full: `${first}.${last}`,
      initial: `${first.slice(0, 1)}.${last}`,
      joined: `${first}${last}`,
    };
    const wanted = local[form()] + mark;
    const count = (taken.get(wanted) ?? 0) + 1;
    taken.set(wanted, count);
    return `${wanted}${count > 1 ? `.${count}` : ''}@${domain()}`;
  };
}

/** Deals numbers from ranges reserved for fiction, the owner's country first; one in eight people gave none. */
function phoneDealer(random: Random): (name: FullName) => string | null {
  const given = sharesDeck(random, { yes: 7, no: 1 });
  const abroad = sharesDeck(random, { us: 4, gb: 3, ca: 2, au: 2, de: 1, fr: 1 });
  return ({ pool }) => {
    if (given() === 'no') return null;
    const ranges = phoneRanges[pool?.phone ?? abroad()];
    const range = ranges[between(random, 0, ranges.length - 1)] ?? ranges[0];
    return range.replace(/#/g, () => String(between(random, 0, 9)));
  };
}

/** When the record was last changed. A deleted account is erased within 30 days, so its deletion is recent. */
function lastChange(
  random: Random,
  now: Date,
  { status, created }: { status: UserStatus; created: Date },
): Date {
  const age = now.getTime() - created.getTime();
  if (status === 'deleted') return new Date(now.getTime() - Math.floor(random() * Math.min(age, 28 * DAY)));
  const changed = addDays(created, random() * 90);
  return changed < now ? changed : created;
}

/**
 * `count` people in the order in which they signed up, over the 24 months before `now`. The same `random`,
 * `now`, `count` and `mark` (a part of every address) make the same people; one at a time, so that any number fits into memory.
 */
export function* makePeople(
  random: Random,
  now: Date,
  { count, mark = '' }: { count: number; mark?: string | undefined },
): Generator<Person, void> {
  const names = nameDealer(random);
  const emails = emailDealer(random, mark);
  const phones = phoneDealer(random);
  const statuses = sharesDeck(random, STATUSES);
  const cards = PROGRESS.flatMap((state) => Array<typeof state>(state.share).fill(state));
  const progress = deck(random, cards);
  const arrival = arrivals(now, MONTHS);
  for (let index = 0; index < count; index += 1) {
    const name = names();
    const status = statuses();
    const { onboarding, verified } = progress();
    const created = arrival((index + random()) / count);
    yield {
      first_name: name.first[0],
      last_name: name.last[0],
      email: emails(name),
      phone: phones(name),
      status,
      role: 'user',
      onboarding_status: onboarding,
      is_email_verified: verified,
      created_at: created,
      updated_at: lastChange(random, now, { status, created }),
    };
  }
}
