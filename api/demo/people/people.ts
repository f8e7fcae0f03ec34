import type { OnboardingStatus, UserStatus } from '../../db/schema.ts';
import { addDays, createArrivalCurve, DAY_MS } from '../calendar.ts';
import { createDeck, createWeightedDeck, type Random, randomInteger } from '../random.ts';
import { latinPools, type Names, otherPools, type Pool, phoneRanges, rareNames } from './names.ts';

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

/** Months before `now` in which people sign up. */
const MONTHS = 24;

/** Out of 50: the account status today. */
const STATUSES = { active: 46, suspended: 3, deleted: 1 };
/** Out of 25: the onboarding status, and whether the email address is verified. */
const PROGRESS: readonly { share: number; onboarding: OnboardingStatus; verified: boolean }[] = [
  { share: 20, onboarding: 'completed', verified: true },
  { share: 2, onboarding: 'in_progress', verified: true },
  { share: 1, onboarding: 'in_progress', verified: false },
  { share: 1, onboarding: 'not_started', verified: true },
  { share: 1, onboarding: 'not_started', verified: false },
];
/** Out of 17: the kind of name. */
const ORIGINS = { latin: 8, other: 8, rare: 1 };
const DOMAINS = ['example.com', 'example.com', 'example.com', 'example.org', 'example.net'] as const;

/** Letters that NFKD does not decompose. */
const UNDECOMPOSED: Readonly<Record<string, string>> = {
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

/** The letters a-z, digits and hyphens of an email address. */
export function toAscii(name: string): string {
  return name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[ßæœøłđðþı]/g, (letter) => UNDECOMPOSED[letter] ?? '')
    .replace(/[^a-z0-9-]/g, '');
}

type NameSpelling = readonly [written: string, ascii: string];
type FullName = { first: NameSpelling; last: NameSpelling; pool?: Pool };

function listSpellings(names: Names): readonly NameSpelling[] {
  if (Array.isArray(names)) return names.map((name: string) => [name, toAscii(name)] as const);
  return Object.entries(names);
}

/** Half of the names are in Latin script, half in others; each pool is used equally often. */
function createNameDealer(random: Random): { any: () => FullName; familiar: () => FullName } {
  const fromPools = (pools: readonly Pool[]) => {
    const decks = pools.map((pool) => ({
      pool,
      given: createDeck(random, listSpellings(pool.given)),
      family: createDeck(random, listSpellings(pool.family)),
    }));
    const next = createDeck(random, decks);
    return (): FullName => {
      const { pool, given, family } = next();
      return { first: given(), last: family(), pool };
    };
  };
  const rare = createDeck(random, rareNames);
  const pickName = {
    latin: fromPools(latinPools),
    other: fromPools(otherPools),
    rare: (): FullName => {
      const [first, last] = rare();
      return { first: [first, toAscii(first)], last: [last, toAscii(last)] };
    },
  };
  const origin = createWeightedDeck(random, ORIGINS);
  return { any: () => pickName[origin()](), familiar: fromPools(latinPools.slice(0, 2)) };
}

/** The addresses are at domains reserved for documentation (RFC 2606). A used address gets a number. */
function createEmailDealer(random: Random, emailSuffix: string): (name: FullName) => string {
  const taken = new Map<string, number>();
  const domain = createDeck(random, DOMAINS);
  const form = createWeightedDeck(random, { full: 5, initial: 2, joined: 1 });
  return ({ first: [, first], last: [, last] }) => {
    const local = {
      full: `${first}.${last}`,
      initial: `${first.slice(0, 1)}.${last}`,
      joined: `${first}${last}`,
    };
    const wanted = local[form()] + emailSuffix;
    const count = (taken.get(wanted) ?? 0) + 1;
    taken.set(wanted, count);
    return `${wanted}${count > 1 ? `.${count}` : ''}@${domain()}`;
  };
}

/** The numbers are from ranges reserved for fiction. One in eight people has no number. */
function createPhoneDealer(random: Random): (name: FullName) => string | null {
  const given = createWeightedDeck(random, { yes: 7, no: 1 });
  const abroad = createWeightedDeck(random, { us: 4, gb: 3, ca: 2, au: 2, de: 1, fr: 1 });
  return ({ pool }) => {
    if (given() === 'no') return null;
    const ranges = phoneRanges[pool?.phone ?? abroad()];
    const range = ranges[randomInteger(random, 0, ranges.length - 1)] ?? ranges[0];
    return range.replace(/#/g, () => String(randomInteger(random, 0, 9)));
  };
}

/** An account is erased within 30 days of its deletion, so a deletion is recent. */
function pickLastChange(
  random: Random,
  now: Date,
  { status, created }: { status: UserStatus; created: Date },
): Date {
  const age = now.getTime() - created.getTime();
  if (status === 'deleted')
    return new Date(now.getTime() - Math.floor(random() * Math.min(age, 28 * DAY_MS)));
  const changed = addDays(created, random() * 90);
  return changed < now ? changed : created;
}

/**
 * Makes them in the order of sign-up. Equal arguments make equal people. It yields each, so that any number fits in
 * memory.
 */
export function* makePeople(
  random: Random,
  now: Date,
  {
    count,
    emailSuffix = '',
    familiarNames = 0,
  }: { count: number; emailSuffix?: string | undefined; familiarNames?: number },
): Generator<Person, void> {
  const names = createNameDealer(random);
  const emails = createEmailDealer(random, emailSuffix);
  const phones = createPhoneDealer(random);
  const statuses = createWeightedDeck(random, STATUSES);
  const cards = PROGRESS.flatMap((state) => Array<typeof state>(state.share).fill(state));
  const progress = createDeck(random, cards);
  const arrival = createArrivalCurve(now, MONTHS);
  for (let index = 0; index < count; index += 1) {
    const name = index < count - familiarNames ? names.any() : names.familiar();
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
      updated_at: pickLastChange(random, now, { status, created }),
    };
  }
}
