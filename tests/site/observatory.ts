import { forbidsFrames, policyPoints } from './observatory-policy.ts';

/**
 * The rules of Mozilla's HTTP Observatory (version 4, 2026) for what we send. The redirect from HTTP to HTTPS (0 or
 * -20 points) is up to the proxy.
 */

/** An answered page, and the answer to a cross-origin preflight. */
export type Answered = { headers: Headers; preflight: Headers; document: Document };

export type Rule = {
  readonly name: string;
  /** The maximum, without bonuses for preloading, integrity and cookies, which do not apply. */
  readonly expected: number;
  readonly points: (page: Answered) => number;
};

const SIX_MONTHS_S = 15_552_000;
const PRIVATE_POLICIES = ['no-referrer', 'same-origin', 'strict-origin', 'strict-origin-when-cross-origin'];
const LEAKING_POLICIES = ['origin', 'origin-when-cross-origin', 'no-referrer-when-downgrade', 'unsafe-url'];

const headerOf = ({ headers }: Answered, name: string) => headers.get(name)?.trim().toLowerCase() ?? null;
const metas = ({ document }: Answered, selector: string) =>
  [...document.querySelectorAll(selector)].map((meta) => meta.getAttribute('content') ?? '');
/** Repeated headers are joined by a comma. */
const policyHeaders = (page: Answered) => headerOf(page, 'content-security-policy')?.split(',') ?? [];

export const rules: readonly Rule[] = [
  {
    name: 'a policy that allows nothing by default, and nothing unsafe',
    expected: 10,
    points: (page) =>
      policyPoints([...policyHeaders(page), ...metas(page, 'meta[http-equiv=content-security-policy]')]),
  },
  {
    name: 'no cookie, so none that lacks a flag',
    expected: 0,
    points: ({ headers }) => (headers.getSetCookie().length === 0 ? 0 : -40),
  },
  {
    name: 'no stranger may read with the credentials of a visitor',
    expected: 0,
    points: ({ preflight }) => (preflight.get('access-control-allow-credentials') === 'true' ? -50 : 0),
  },
  {
    name: 'other sites do not learn the address',
    expected: 5,
    points: (page) => {
      const texts = [headerOf(page, 'referrer-policy') ?? '', ...metas(page, 'meta[name=referrer]')];
      const known = texts.flatMap((text) => text.split(',')).map((one) => one.trim());
      const last = known.filter((one) => [...PRIVATE_POLICIES, ...LEAKING_POLICIES].includes(one)).at(-1);
      if (known.join('') === '') return 0;
      return last && PRIVATE_POLICIES.includes(last) ? 5 : -5;
    },
  },
  {
    name: 'HTTPS only, for half a year and more',
    expected: 0,
    points: (page) => {
      const value = headerOf(page, 'strict-transport-security') ?? '';
      const age = value.includes(',') ? undefined : value.match(/(?:^|;)\s*max-age=(\d+)/)?.[1];
      if (age === undefined) return -20;
      return Number(age) < SIX_MONTHS_S ? -10 : 0;
    },
  },
  {
    name: 'no script of another origin',
    expected: 0,
    points: ({ document }) => {
      const sources = [...document.querySelectorAll('script[src]')].map(
        (one) => one.getAttribute('src') ?? '',
      );
      return sources.some((source) => /^(\w+:)?\/\//.test(source)) ? -50 : 0;
    },
  },
  {
    name: 'types are not guessed',
    expected: 0,
    points: (page) => (headerOf(page, 'x-content-type-options') === 'nosniff' ? 0 : -5),
  },
  {
    name: 'no frame around it, by the policy in the header',
    expected: 5,
    points: (page) => {
      if (forbidsFrames(policyHeaders(page))) return 5;
      return /^(deny|sameorigin)$/.test(headerOf(page, 'x-frame-options') ?? '') ? 0 : -20;
    },
  },
  {
    name: 'no other site may embed it',
    expected: 10,
    points: (page) => {
      const value = headerOf(page, 'cross-origin-resource-policy');
      if (value === 'same-origin' || value === 'same-site') return 10;
      return value === null || value === 'cross-origin' ? 0 : -5;
    },
  },
];

/** Bonus points count from this score on. */
const BONUS_THRESHOLD = 90;

/** 100 minus penalties, plus bonus points if the penalties are small. */
export function score(page: Answered): number {
  const points = rules.map((rule) => rule.points(page));
  const sum = (some: readonly number[]) => some.reduce((total, one) => total + one, 100);
  const without = sum(points.filter((one) => one < 0));
  return without >= BONUS_THRESHOLD ? sum(points) : without;
}
