import * as v from 'valibot';
import { readEmailAddress } from '../email-address.ts';
import { endpoint } from '../endpoint.ts';
import { envelope, reshapeEnvelope } from '../envelope.ts';
import { asObject } from '../schema/coerce.ts';
import { toOneLine } from '../text.ts';
import { entitlement } from '../users/courtesy.ts';
import { userChoices } from '../users/list.ts';
import { requiredText } from '../users/update.ts';

/** The calls of the app's backend about its users. It names them by its own ids. */

export const MAX_BATCH_USERS = 500;
const MAX_LOCALE_LENGTH = 35;

const EXTERNAL_ID =
  'An external ID has 1 to 200 characters, without spaces at its ends and control characters';

/** The app's own id of a user, as it is: case counts. */
export const externalIdSchema = v.pipe(
  v.string(EXTERNAL_ID),
  v.minLength(1, EXTERNAL_ID),
  v.maxLength(200, EXTERNAL_ID),
  v.check((id) => id === id.trim() && id.isWellFormed() && !/\p{Cc}/u.test(id), EXTERNAL_ID),
  // Clients remove these from a path, encoded or not, so that such a user could be neither read nor deleted.
  v.check((id) => id !== '.' && id !== '..', 'An external ID can’t be one or two periods'),
);

const EMAIL = 'Enter an email address, such as name@example.com';
const LOCALE = 'Enter a locale as a BCP 47 tag, such as en-US';

/** What the app may say of a user. Fields that are left out stay as they are. */
const profile = {
  firstName: requiredText('first_name', 200),
  lastName: requiredText('last_name', 200),
  /** It is unique, ignoring case. */
  email: v.pipe(
    v.string(EMAIL),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const address = readEmailAddress(dataset.value);
      if (address !== null) return address;
      addIssue({ message: EMAIL });
      return NEVER;
    }),
  ),
  phone: v.optional(
    v.nullable(
      v.pipe(
        v.string('Enter the phone as text'),
        v.transform(toOneLine),
        v.maxLength(50, 'Phone can have at most 50 characters'),
        v.transform((phone) => phone || null),
      ),
    ),
  ),
  /** A BCP 47 tag, which is stored in its usual spelling. */
  locale: v.optional(
    v.nullable(
      v.pipe(
        v.string(LOCALE),
        v.maxLength(MAX_LOCALE_LENGTH, LOCALE),
        v.rawTransform(({ dataset, addIssue, NEVER }) => {
          const locale = toLocale(dataset.value);
          if (locale !== null) return locale;
          addIssue({ message: LOCALE });
          return NEVER;
        }),
      ),
    ),
  ),
  isEmailVerified: v.optional(v.boolean('isEmailVerified is true or false')),
  onboardingStatus: v.optional(
    v.picklist(userChoices.onboarding, `onboardingStatus is ${userChoices.onboarding.join(', ')}`),
  ),
  /** Whether the customer agreed that Apple is told about a purchase when they ask for a refund. */
  refund_data_consent: v.optional(v.boolean('refund_data_consent is true or false')),
};

const profileSchema = v.object(profile);
export type AppProfile = v.InferOutput<typeof profileSchema>;

/** A row of a batch. */
export const batchRowSchema = v.object({ externalId: externalIdSchema, ...profile });

const fieldNames = Object.keys(profile) as [keyof AppProfile, ...(keyof AppProfile)[]];

/** Fields in which a correction by an administrator was kept, because the app sent what it had sent before. */
const kept = v.array(v.picklist(fieldNames));

const appUser = v.object({
  /** Our own id, as in the console. */
  id: v.number(),
  externalId: v.string(),
  firstName: v.string(),
  lastName: v.string(),
  email: v.string(),
  phone: v.nullable(v.string()),
  locale: v.nullable(v.string()),
  isEmailVerified: v.boolean(),
  onboardingStatus: v.picklist(userChoices.onboarding),
  refund_data_consent: v.boolean(),
  /** `deleted`: the deletion is under way; after the erasure the user is unknown. */
  status: v.picklist(userChoices.status),
  /** ISO 8601 with a zone, as `updatedAt`. */
  createdAt: v.string(),
  updatedAt: v.string(),
});
export type AppUser = v.InferOutput<typeof appUser>;

/**
 * PUT /app/users/:externalId: creates or updates a user. The same call again changes nothing. A value that an
 * administrator has corrected stays as long as the app sends the value that it sent before; a new value wins. Needs
 * `users:write`. 409 if the email belongs to another account, and for an administrator or a deleted account; 422 for a
 * field that isn’t valid.
 */
export const putAppUser = endpoint({
  method: 'PUT',
  path: '/app/users/:externalId',
  body: profileSchema,
  answer: v.object({ ...envelope, data: appUser, kept }),
  reshape: (body) => ({
    ...reshapeEnvelope(body),
    data: asObject(body).data,
    kept: asObject(body).kept ?? [],
  }),
});

/**
 * GET /app/users/:externalId: the user, with what they may use now and the UUID that the app hands to the store with each
 * purchase. Both are null while the account's deletion is under way. Needs `users:read`. 404.
 */
export const readAppUser = endpoint({
  method: 'GET',
  path: '/app/users/:externalId',
  answer: v.object({
    ...envelope,
    data: v.object({
      ...appUser.entries,
      entitlement: v.nullable(entitlement),
      storeAccountToken: v.nullable(v.pipe(v.string(), v.uuid())),
    }),
  }),
  reshape: (body) => ({ ...reshapeEnvelope(body), data: asObject(body).data }),
});

/**
 * POST /app/users/:externalId/deletion: closes the account, as the owner's confirmation on the site does, and mails them.
 * Its personal data are erased by `eraseBy`, ISO 8601 with a zone. The same call again changes nothing. Needs `users:write`.
 * 404, 409 for an administrator.
 */
export const deleteAppUser = endpoint({
  method: 'POST',
  path: '/app/users/:externalId/deletion',
  answer: v.object({ ...envelope, data: v.object({ eraseBy: v.string() }) }),
  reshape: (body) => ({ ...reshapeEnvelope(body), data: asObject(body).data }),
});

const batchResult = v.object({
  /** As it was sent; null if it is no text. */
  externalId: v.nullable(v.string()),
  /** 200, or as the call for one user answers: 409 or 422. */
  status: v.number(),
  message: v.string(),
  /** Our own id; null after a failure. */
  id: v.nullable(v.number()),
  kept,
});
export type BatchResult = v.InferOutput<typeof batchResult>;

/**
 * POST /app/users:batch: at most 500 users, each created or updated as by the call for one. A row that fails stops no
 * other; the answers are in the order of the rows. Needs `users:write`. 422 for more rows.
 */
export const putAppUsers = endpoint({
  method: 'POST',
  path: '/app/users:batch',
  body: v.object({
    users: v.pipe(
      v.array(v.looseObject({}), 'A batch has a list of users'),
      v.maxLength(MAX_BATCH_USERS, `A batch can have at most ${MAX_BATCH_USERS} users`),
    ),
  }),
  answer: v.object({ ...envelope, data: v.array(batchResult) }),
  reshape: (body) => ({ ...reshapeEnvelope(body), data: asObject(body).data }),
});

function toLocale(text: string): string | null {
  try {
    return new Intl.Locale(text).toString();
  } catch {
    return null;
  }
}
