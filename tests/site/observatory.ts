import { forbidsFrames, policyPoints } from './observatory-policy.ts';

/**
 * The rules by which Mozilla's HTTP Observatory gives points to a page (its version 4, of 2026), as far as they depend on
 * what we send: that plain HTTP leads to HTTPS, worth 0 points where it does and -20 where not, is the proxy's in front.
 */

/** One page as it was answered, and what a stranger's preflight to it was answered. */
export type Answered = { headers: Headers; preflight: Headers; document: Document };

export type Rule = {
  readonly name: string;
  /** The points of our pages: the most there are, but for preloading, integrity and cookies, which we do not have. */
  readonly ours: number;
  readonly points: (page: Answered) => number;
};

const SIX_MONTHS = 15_552_000;
const PRIVATE = ['no-referrer', 'same-origin', 'strict-origin', 'strict-origin-when-cross-origin'];
const TELLING = ['origin', 'origin-when-cross-origin', 'no-referrer-when-downgrade', 'unsafe-url'];

const said = ({ headers }: Answered, name: string) => headers.get(name)?.trim().toLowerCase() ?? null;
const metas = ({ document }: Answered, selector: string) =>
  [...document.querySelectorAll(selector)].map((meta) => meta.getAttribute('content') ?? '');
/** Header lines of one name arrive joined. */
const policyHeaders = (page: Answered) => said(page, 'content-security-policy')?.split(',') ?? [];

export const rules: readonly Rule[] = [
  {
    name: 'a policy that allows nothing by default, and nothing unsafe',
    ours: 10,
    points: (page) =>
      policyPoints([...policyHeaders(page), ...metas(page, 'meta[http-equiv=content-security-policy]')]),
  },
  {
    name: 'no cookie, so none that lacks a flag',
    ours: 0,
    points: ({ headers }) => (headers.getSetCookie().length === 0 ? 0 : -40),
  },
  {
    name: 'no stranger may read with the credentials of a visitor',
    ours: 0,
    points: ({ preflight }) => (preflight.get('access-control-allow-credentials') === 'true' ? -50 : 0),
  },
  {
    name: 'other sites do not learn the address',
    ours: 5,
    points: (page) => {
      const texts = [said(page, 'referrer-policy') ?? '', ...metas(page, 'meta[name=referrer]')];
      const known = texts.flatMap((text) => text.split(',')).map((one) => one.trim());
      const last = known.filter((one) => [...PRIVATE, ...TELLING].includes(one)).at(-1);
      if (known.join('') === '') return 0;
      return last && PRIVATE.includes(last) ? 5 : -5;
    },
  },
  {
    name: 'HTTPS only, for half a year and more',
    ours: 0,
    points: (page) => {
      const value = said(page, 'strict-transport-security') ?? '';
      const age = value.includes(',') ? undefined : value.match(/(?:^|;)\s*max-age=(\d+)/)?.[1];
      if (age === undefined) return -20;
      return Number(age) < SIX_MONTHS ? -10 : 0;
    },
  },
  {
    name: 'no script of another origin',
    ours: 0,
    points: ({ document }) => {
      const sources = [...document.querySelectorAll('script[src]')].map(
        (one) => one.getAttribute('src') ?? '',
      );
      return sources.some((source) => /^(\w+:)?\/\//.test(source)) ? -50 : 0;
    },
  },
  {
    name: 'types are not guessed',
    ours: 0,
    points: (page) => (said(page, 'x-content-type-options') === 'nosniff' ? 0 : -5),
  },
  {
    name: 'no frame around it, by the policy in the header',
    ours: 5,
    points: (page) => {
      if (forbidsFrames(policyHeaders(page))) return 5;
      return /^(deny|sameorigin)$/.test(said(page, 'x-frame-options') ?? '') ? 0 : -20;
    },
  },
  {
    name: 'no other site may embed it',
    ours: 10,
    points: (page) => {
      const value = said(page, 'cross-origin-resource-policy');
      if (value === 'same-origin' || value === 'same-site') return 10;
      return value === null || value === 'cross-origin' ? 0 : -5;
    },
  },
];

/** Points that a page has before extra points count. */
const GOOD = 90;

/** The score of a page: 100, less what is missing, and more for what is not asked for where little is missing. */
export function score(page: Answered): number {
  const points = rules.map((rule) => rule.points(page));
  const sum = (some: readonly number[]) => some.reduce((total, one) => total + one, 100);
  const without = sum(points.filter((one) => one < 0));
  return without >= GOOD ? sum(points) : without;
}
