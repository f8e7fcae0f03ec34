import type { Db } from '#api/db/schema.ts';
import { addUser } from '#tests/setup/api/people.ts';

/** A recipe that only lacks its title. */
export const blankRecipe = {
  description: '',
  ...{ preparation_time: 0, cooking_time: 0, servings: null },
  ...{ ingredients: '[]', steps: [], nutrition_values: '[]' },
  ...{ meal_types: [], feature_tags: [], promotional_tags: [] },
};

/** Adds a new user, and a subscription of theirs. */
export async function addSubscription(db: Db): Promise<number> {
  const user = await addUser(db);
  const { id } = await db
    .insertInto('subscriptions')
    .values({
      user_id: user.id,
      plan: 'Monthly',
      product_id: 'p',
      platform: 'ios',
      status: 'active',
      start_date: new Date('2026-01-01'),
      end_date: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** One that was never checked. */
export function failedPayment(subscription_id: number) {
  const product = { product_id: 'p', platform: 'ios' } as const;
  const unchecked = { check_id: null, checking_since: null, recovered_at: null, recovered_by: null };
  const purchase = { purchase_token: 'token', amount_cents: 1, error_message: null };
  return { subscription_id, ...product, ...purchase, ...unchecked };
}
