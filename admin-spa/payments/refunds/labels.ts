import type {
  RefundObstacle,
  RefundPreference,
  RefundRequest,
  RefundRule,
  RefundRules,
  RefundView,
} from '#contract/refunds.ts';
import { formatDate, formatHour } from '../../ui/format/format.ts';

export type Store = RefundRequest['store'];

export const viewNames: Readonly<Record<RefundView, string>> = {
  open: 'Open',
  waiting: 'Waiting for the store',
  decided: 'Decided',
  all: 'All',
};

export const emptyTexts: Readonly<Record<RefundView, string>> = {
  open: 'No store is waiting for an answer. New refund requests come here.',
  waiting: 'No store has a refund request to decide.',
  decided: 'No store has decided a refund request yet.',
  all: 'No store has asked about a refund yet.',
};

/** Who decides, as in "Apple decides". */
export const companies: Readonly<Record<Store, string>> = { ios: 'Apple', android: 'Google' };

/** In hours. No store says the end: it is computed from these. */
const givenHours: Readonly<Record<Store, number>> = { ios: 12, android: 24 };

/** How many hours before the end the rule answers. */
const ruleHours: Readonly<Record<Store, number>> = { ios: 1, android: 3 };
const ruleLead: Readonly<Record<Store, string>> = { ios: 'An hour', android: 'Three hours' };

const reasons: Readonly<Record<string, string>> = {
  UNINTENDED_PURCHASE: 'Didn’t mean to buy it',
  FULFILLMENT_ISSUE: 'Didn’t get it, or couldn’t use it',
  UNSATISFIED_WITH_PURCHASE: 'Not happy with it',
  LEGAL: 'Legal reasons',
  OTHER: 'Another reason',
};

/** The only one that Google has named so far. */
const CHARGEBACK = '7';

/** The reason of a store in words; unknown ones as sent. */
export function reasonText({ store, storeReason }: Pick<RefundRequest, 'store' | 'storeReason'>): string {
  if (storeReason === null) return 'No reason given';
  if (store === 'android') return storeReason === CHARGEBACK ? 'Chargeback' : `Reason ${storeReason}`;
  return Object.hasOwn(reasons, storeReason) ? (reasons[storeReason] ?? storeReason) : storeReason;
}

/** What it means, where the word alone doesn’t say it. */
export function reasonNote({ store, storeReason }: Pick<RefundRequest, 'store' | 'storeReason'>): string {
  return store === 'android' && storeReason === CHARGEBACK
    ? 'The customer asked their bank to take the money back.'
    : '';
}

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const URGENT_MS = 2 * HOUR_MS;

type Ends = Pick<RefundRequest, 'answerDueAt'>;

export function isOver({ answerDueAt }: Ends, now: Date): boolean {
  return Date.parse(answerDueAt) <= now.getTime();
}

/** As the server counts it: nothing has reached the store, something could, and its time ends within two hours. */
export function isUrgent(request: Ends & Pick<RefundRequest, 'state' | 'obstacle'>, now: Date): boolean {
  return (
    isUnsent(request) &&
    request.obstacle !== 'no_consent' &&
    !isOver(request, now) &&
    Date.parse(request.answerDueAt) - now.getTime() <= URGENT_MS
  );
}

/** The time that is left still counts. */
export function isUnsent({ state }: Pick<RefundRequest, 'state'>): boolean {
  return state === 'open' || state === 'sending';
}

/** As in "3 h 20 min left". */
export function timeLeft({ answerDueAt }: Ends, now: Date): string {
  const minutes = Math.floor((Date.parse(answerDueAt) - now.getTime()) / MINUTE_MS);
  if (minutes < 0) return 'Over';
  if (minutes === 0) return 'Less than 1 min left';
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  return `${[hours && `${hours} h`, rest && `${rest} min`].filter(Boolean).join(' ')} left`;
}

/** How sure the end is, as in "Google gives 24 hours. The end is computed: Google doesn’t say it." */
export function endText(store: Store): string {
  const company = companies[store];
  return `${company} gives ${givenHours[store]} hours. We compute the end: ${company} doesn’t tell us.`;
}

/** As in "at 14:05", "tomorrow at 14:05" or "on 03/01/2027 at 14:05". */
function momentText(at: Date, now: Date): string {
  const hour = formatHour(at.toISOString());
  const day = formatDate(at.toISOString());
  if (day === formatDate(now.toISOString())) return `at ${hour}`;
  const tomorrow = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
  return day === formatDate(tomorrow.toISOString()) ? `tomorrow at ${hour}` : `on ${day} at ${hour}`;
}

const told: Readonly<Record<Exclude<RefundRule, 'no_answer'>, string>> = {
  decline: 'that we’d rather refuse the refund',
  grant: 'that we’d rather grant the refund',
  no_preference: 'that we have no preference',
};

export const ruleNames: Readonly<Record<RefundRule, string>> = {
  no_answer: 'Don’t answer',
  decline: 'Prefer to refuse the refund',
  grant: 'Prefer to grant the refund',
  no_preference: 'No preference, with the facts',
};

/** What the rule of a store does to every request that no one answers. */
export function ruleText(store: Store, rule: RefundRule): string {
  const company = companies[store];
  const given = `${company} gives ${givenHours[store]} hours.`;
  if (rule === 'no_answer') return `${given} If no one answers, ${company} decides without us.`;
  const consent = store === 'ios' ? ' Only customers who agreed to it are answered for.' : '';
  return `${given} ${ruleLead[store]} before they end, we tell ${company} ${told[rule]}, with the facts.${consent}`;
}

const obstacleTexts: Readonly<Record<RefundObstacle, string>> = {
  no_consent:
    'The customer hasn’t agreed that we share facts about them, and Apple takes no answer without that.',
  unknown_purchase: 'We know no charge for this order, so there’s nothing we could say about it.',
  no_order: 'The store didn’t say which order it means.',
};

export function obstacleText(obstacle: RefundObstacle, store: Store): string {
  return `${obstacleTexts[obstacle]} Nothing is sent, and ${companies[store]} decides without us.`;
}

/** What happens to an open request without a person, and when. */
export function ruleOutlook(
  { store, answerDueAt }: Pick<RefundRequest, 'store' | 'answerDueAt'>,
  rules: RefundRules,
  now: Date,
): string {
  const rule = rules[store];
  const company = companies[store];
  if (rule === 'no_answer') return `If no one answers, nothing is sent, and ${company} decides without us.`;
  const at = new Date(Date.parse(answerDueAt) - ruleHours[store] * HOUR_MS);
  if (at <= now) return `It’s time: we’re about to tell ${company} ${told[rule]}, with the facts.`;
  return `No one has to do anything: ${momentText(at, now)} we tell ${company} ${told[rule]}, with the facts. An answer before that wins.`;
}

/** Only Apple gives back a part. */
export function preferencesOf(store: Store): readonly RefundPreference[] {
  return store === 'ios'
    ? ['decline', 'grant', 'grant_prorated', 'no_preference']
    : ['decline', 'grant', 'no_preference'];
}

export const preferenceNames: Readonly<Record<RefundPreference, string>> = {
  decline: 'Refuse the refund',
  grant: 'Grant it',
  grant_prorated: 'Grant the unused part',
  no_preference: 'No preference',
};

export function preferenceText(preference: RefundPreference, store: Store): string {
  const company = companies[store];
  switch (preference) {
    case 'decline':
      return `We ask ${company} to keep the charge.`;
    case 'grant':
      return `We ask ${company} to give all the money back.`;
    case 'grant_prorated':
      return `We ask ${company} to give back the money for the days that aren’t used.`;
    case 'no_preference':
      return `We send the facts, and ${company} decides by them.`;
  }
}

type Facts = NonNullable<RefundRequest['facts']>;

/** One short statement each. */
export function factTexts({ delivered, usedDays, paidDays, hadTrial }: Facts): readonly string[] {
  return [
    delivered ? 'The customer got what they paid for' : 'The customer didn’t get what they paid for',
    `${usedDays} of ${paidDays} ${paidDays === 1 ? 'day' : 'days'} used`,
    hadTrial ? 'A free trial came before' : 'No free trial came before',
  ];
}

/** Which of the facts go to the store with an answer. */
export function sentText(store: Store, { delivered, usedDays, paidDays, hadTrial }: Facts): string {
  const trial = hadTrial ? 'that a free trial came before' : 'that no free trial came before';
  return store === 'ios'
    ? `Apple also gets two facts: that the purchase was ${delivered ? '' : 'not '}delivered, and ${trial}.`
    : `Google also gets two facts: that ${usedDays} of ${paidDays} days are used, and ${trial}.`;
}

type History = NonNullable<RefundRequest['history']>;

/** As in "3 other charges, 1 refund". What never happened is left out. */
export function historyText({ charges, refunds, courtesies, requests }: History): string {
  const parts = [
    charges > 0 && counted(charges, 'other charge', 'other charges'),
    refunds > 0 && counted(refunds, 'refund', 'refunds'),
    courtesies > 0 && counted(courtesies, 'courtesy access', 'courtesy accesses'),
    requests > 0 && counted(requests, 'earlier request', 'earlier requests'),
  ].filter((part) => part !== false);
  return parts.join(', ') || 'First charge';
}

/** As in "3 other charges, no refunds, no courtesy access, 1 other refund request." */
export function wholeHistoryText({ charges, refunds, courtesies, requests }: History): string {
  const text = [
    countedOrNo(charges, 'other charge', 'other charges'),
    countedOrNo(refunds, 'refund', 'refunds'),
    countedOrNo(courtesies, 'courtesy access', 'courtesy accesses'),
    countedOrNo(requests, 'other refund request', 'other refund requests'),
  ].join(', ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function countedOrNo(count: number, one: string, several: string): string {
  return count === 0 ? `no ${several}` : counted(count, one, several);
}

function counted(count: number, one: string, several: string): string {
  return `${count} ${count === 1 ? one : several}`;
}

export type Standing = {
  tone: 'good' | 'waiting' | 'bad' | 'quiet';
  word: string;
  /** A few words more, where there is something to say. */
  detail: string;
};

/** Where a request stands. */
export function standingOf(request: RefundRequest, now: Date): Standing {
  const { state, obstacle, answer } = request;
  switch (state) {
    case 'open':
      if (isOver(request, now)) return standing('bad', 'Too late', 'Nothing was sent');
      if (obstacle !== null) return standing('quiet', 'Can’t be answered', obstacleWords[obstacle]);
      return standing('waiting', 'Open');
    case 'sending':
      return standing('waiting', 'Being sent', answerWords(answer));
    case 'answered':
      if (answer?.byRule) return standing('good', 'Answered by rule', preferenceNames[answer.preference]);
      return standing('good', 'Answered', answerWords(answer));
    case 'refused':
      return standing('bad', 'Answer refused', answerWords(answer));
    case 'unanswered':
      if (obstacle !== null) return standing('quiet', 'Not answered', obstacleWords[obstacle]);
      return standing('bad', 'Too late', 'Nothing was sent');
    case 'granted':
      return standing('quiet', 'Refunded', answerWords(answer));
    case 'declined':
      return standing('good', 'Refund refused', answerWords(answer));
    case 'reversed':
      return standing('good', 'Refund taken back', answerWords(answer));
  }
}

function standing(tone: Standing['tone'], word: string, detail = ''): Standing {
  return { tone, word, detail };
}

const obstacleWords: Readonly<Record<RefundObstacle, string>> = {
  no_consent: 'No consent',
  unknown_purchase: 'Purchase not known',
  no_order: 'No order named',
};

/** As in "No preference, by rule". */
function answerWords(answer: RefundRequest['answer']): string {
  if (!answer) return 'Not answered';
  const { preference, byRule, by } = answer;
  const author = byRule ? ', by rule' : by ? `, by ${by}` : '';
  return `${preferenceNames[preference]}${author}`;
}
