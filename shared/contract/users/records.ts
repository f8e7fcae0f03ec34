import type * as v from 'valibot';
import { boolean, identifier, record, text } from '../schema/record.ts';

const userFields = {
  id: identifier('id'),
  first_name: text('first_name', 'firstName'),
  last_name: text('last_name', 'lastName'),
  email: text('email'),
  phone: text('phone'),
  status: text('status'),
  role: text('role'),
  onboarding_status: text('onboarding_status', 'onboardingStatus'),
};

export const user = record(userFields);
export type User = v.InferOutput<typeof user.schema>;

/** `created_date_time` is ISO 8601 with a zone. */
export const userRow = record({
  ...userFields,
  is_email_verified: boolean('is_email_verified', 'isEmailVerified'),
  /** `app`: the app's backend signed the user up. `console`: an administrator, who was invited. Null: not known. */
  source: text('source'),
  created_date_time: text('created_date_time', 'createdDateTime', 'created_at'),
});
export type UserRow = v.InferOutput<typeof userRow.schema>;
