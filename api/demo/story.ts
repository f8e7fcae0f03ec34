import { randomBytes } from 'node:crypto';
import type { RefundPreference } from '#contract/refunds.ts';
import type { AdministratorRole } from '#contract/roles.ts';
import { writeNote } from '../accounts/notes.ts';
import { updateProfile } from '../accounts/update-profile.ts';
import { hashPassword } from '../auth/password-hash.ts';
import type { Db } from '../db/schema.ts';
import type { AskServices } from '../purchases/ask-purchase.ts';
import { checkPayment } from '../purchases/payments/check-payment.ts';
import { toContent } from '../recipes/content.ts';
import { updateRecipe } from '../recipes/save.ts';
import { addDays } from './calendar.ts';

/** The customer whom a visitor of the demo can rescue: a card was replaced, and the store has the money. */
export const RESCUE_EMAIL = 'grace.whitfield@example.com';

const HOUR_MS = 3_600_000;

/**
 * Fills the last week of a demo with what two colleagues did: notes, corrected phones, edited recipes, and three
 * recoveries of the last hours; and with what the stores ask about refunds. Call it once, after the people and the first administrator.
 */
export async function tellStory(services: AskServices): Promise<void> {
  const { db, clock } = services;
  const now = clock();
  const maya = await addColleague(
    db,
    {
      first_name: 'Maya',
      last_name: 'Chen',
      email: 'maya@mealwright.example',
      administrator_role: 'support',
    },
    now,
  );
  const tom = await addColleague(
    db,
    { first_name: 'Tom', last_name: 'Becker', email: 'tom@mealwright.example', administrator_role: 'editor' },
    now,
  );
  await nameRescuedCustomer(db, maya, now);
  await correctPeople(db, maya, now);
  await editRecipes(db, tom, now);
  await recoverPayments(services, maya);
  await askAboutRefunds(db, maya, now);
}

type Colleague = { kind: 'administrator'; id: number; requestId: null };
type Person = Readonly<Record<'first_name' | 'last_name' | 'email', string>> & {
  administrator_role: AdministratorRole;
};

/** The password is random and is not kept. The account is older than every customer, so it is on no first page. */
async function addColleague(db: Db, person: Person, now: Date): Promise<Colleague> {
  const { id } = await db
    .insertInto('users')
    .values({
      ...person,
      role: 'admin',
      onboarding_status: 'completed',
      is_email_verified: true,
      phone: null,
      password_hash: await hashPassword(randomBytes(24).toString('hex')),
      created_at: addDays(now, -800),
      updated_at: addDays(now, -800),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { kind: 'administrator', id, requestId: null };
}

/** Open payments that the store answers as paid: Retry recovers them. The one with the nearest deadline is first. */
const findPaid = (db: Db) =>
  db
    .selectFrom('failed_payments')
    .where('result', '=', 'open')
    .where('state', '=', 'unchecked')
    .where('purchase_token', 'like', 'sandbox:active:%')
    .orderBy('deadline_at')
    .orderBy('id')
    .select(['id', 'user_id']);

async function nameRescuedCustomer(db: Db, actor: Colleague, now: Date): Promise<void> {
  const payment = await findPaid(db).executeTakeFirst();
  if (!payment) return;
  await db
    .updateTable('users')
    .set({
      first_name: 'Grace',
      last_name: 'Whitfield',
      email: RESCUE_EMAIL,
      phone: '+1 202 555 0143',
      status: 'active',
    })
    .where('id', '=', payment.user_id)
    .execute();
  const text =
    'Grace called: her bank replaced the card, and she has paid. She’d like to keep her plan. Please check the payment with the store.';
  await writeNote(db, { userId: payment.user_id, text, actor }, new Date(now.getTime() - 2 * HOUR_MS));
}

const notes = [
  'Asked for a refund of the annual plan. I sent her the store’s refund page.',
  'Can’t sign in on his tablet. He used the address of his old job; corrected together.',
  'Wants the family plan from next month. Explained how to switch in the app.',
  'Likes the app and asks for more vegan dinners. Told Tom.',
] as const;

/** One note a day, and on every other day a corrected phone number. */
async function correctPeople(db: Db, actor: Colleague, now: Date): Promise<void> {
  const people = await db
    .selectFrom('users')
    .where('role', '=', 'user')
    .where('status', '=', 'active')
    .where('phone', 'is not', null)
    .where('email', '<>', RESCUE_EMAIL)
    .orderBy('created_at', 'desc')
    .limit(notes.length)
    .select(['id', 'first_name', 'last_name', 'version'])
    .execute();
  for (const [index, { id: userId, version, ...name }] of people.entries()) {
    const at = addDays(now, -6 + 1.5 * index);
    await writeNote(db, { userId, text: notes[index] ?? notes[0], actor }, at);
    if (index % 2 === 1) {
      const phone = `+1 415 555 01${70 + index}`;
      await updateProfile(db, { userId, profile: { ...name, phone }, version, actor }, addDays(at, 0.02));
    }
  }
}

/** Two recipes get a second version, one of them a third. */
async function editRecipes(db: Db, actor: Colleague, now: Date): Promise<void> {
  const recipes = await db
    .selectFrom('recipes')
    .where('published_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(2)
    .selectAll()
    .execute();
  const changes = [
    { description: 'Serve it warm.', days: -5 },
    { description: 'It keeps for two days in the fridge.', days: -3 },
    { description: 'Double the spices if you like it hot.', days: -1 },
  ];
  for (const [index, { description, days }] of changes.entries()) {
    const recipe = recipes[index % recipes.length];
    if (!recipe) return;
    const stored = await db
      .selectFrom('recipes')
      .where('id', '=', recipe.id)
      .selectAll()
      .executeTakeFirstOrThrow();
    const content = toContent(stored);
    await updateRecipe(
      db,
      {
        recipeId: recipe.id,
        version: stored.version,
        actor,
        content: { ...content, description: `${content.description} ${description}`.trim() },
      },
      addDays(now, days),
    );
  }
}

/** The last three hours, but still today, in UTC. */
async function recoverPayments(services: AskServices, actor: Colleague): Promise<void> {
  const { db, clock } = services;
  const now = clock();
  const midnight = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate());
  const paid = await findPaid(db)
    .innerJoin('users', 'users.id', 'failed_payments.user_id')
    .where('users.status', '=', 'active')
    .where('users.email', '<>', RESCUE_EMAIL)
    .clearSelect()
    .select('failed_payments.id')
    .limit(3)
    .execute();
  for (const [index, { id }] of paid.entries()) {
    const at = new Date(Math.max(midnight, now.getTime() - (3 - index) * HOUR_MS));
    await checkPayment({ ...services, clock: () => at }, id, { actor, notes: '' });
  }
}

type Ask = {
  platform: 'ios' | 'android';
  reason: string;
  hoursAgo: number;
  /** Whether Apple may be told. */
  consents?: true;
  /** How it went, of one that is over. */
  preference?: RefundPreference;
  outcome?: 'declined';
};

/** Three are open: one with a day, one with an evening, and one that can’t be answered. */
const asks: readonly Ask[] = [
  { platform: 'ios', reason: 'UNSATISFIED_WITH_PURCHASE', hoursAgo: 5, consents: true },
  { platform: 'android', reason: '7', hoursAgo: 4 },
  { platform: 'ios', reason: 'OTHER', hoursAgo: 3 },
  {
    platform: 'ios',
    reason: 'UNINTENDED_PURCHASE',
    hoursAgo: 170,
    preference: 'decline',
    outcome: 'declined',
  },
  { platform: 'android', reason: '7', hoursAgo: 400, preference: 'decline' },
  {
    platform: 'ios',
    reason: 'FULFILLMENT_ISSUE',
    hoursAgo: 620,
    preference: 'no_preference',
    outcome: 'declined',
  },
];

/** Each is about the newest charge of a customer before it, as the store would ask. The queue answers the open ones. */
async function askAboutRefunds(db: Db, actor: Colleague, now: Date): Promise<void> {
  const asked: number[] = [];
  for (const [index, { platform, reason, hoursAgo, consents, preference, outcome }] of asks.entries()) {
    const at = new Date(now.getTime() - hoursAgo * HOUR_MS);
    const limitHours = platform === 'ios' ? 12 : 24;
    const charge = await db
      .selectFrom('charges')
      .innerJoin('subscriptions', 'subscriptions.id', 'subscription_id')
      .innerJoin('users', 'users.id', 'subscriptions.user_id')
      .where('charges.platform', '=', platform)
      .where('charged_at', '<', addDays(at, -2))
      .where('users.status', '=', 'active')
      .where('users.email', '<>', RESCUE_EMAIL)
      .where('users.id', 'not in', [0, ...asked])
      .orderBy('charged_at', 'desc')
      .orderBy('charges.id')
      .limit(1)
      .select(['order_id', 'product_id', 'users.id as user_id'])
      .executeTakeFirst();
    if (!charge) continue;
    asked.push(charge.user_id);
    if (consents || preference)
      await db
        .updateTable('users')
        .set({ refund_data_consent: true })
        .where('id', '=', charge.user_id)
        .execute();
    const isByRule = preference === 'no_preference';
    await db
      .insertInto('refund_requests')
      .values({
        ...{ platform, order_id: charge.order_id, product_id: charge.product_id },
        ...{ purchase_id: null, account_token: null, notification_id: `demo:${index}`, store_reason: reason },
        ...{ asked_at: at, answer_due_at: new Date(at.getTime() + limitHours * HOUR_MS) },
        store_token: platform === 'android' ? `demo:${index}` : null,
        ...(preference
          ? {
              ...{ preference, answered_at: addHours(at, 2), sent_at: addHours(at, 2) },
              ...(isByRule ? { by_rule: true } : { answered_by: actor.id }),
            }
          : { due_at: now }),
        ...(outcome ? { outcome, outcome_at: addHours(at, 40) } : {}),
      })
      .execute();
  }
}

function addHours(date: Date, hours: number): Date {
  return new Date(date.getTime() + hours * HOUR_MS);
}
