import type { Client } from '../api/server/client.ts';

type Request = Parameters<Client['send']>[0];

/** What one worker sends again and again. `key` names the change, so that it can be looked for. */
export type Writer = { kind: WriteKind; request: (turn: number) => Request & { key: string } };
export const writeKinds = ['user saved', 'recipe created', 'sign-in', 'mail asked for'] as const;
export type WriteKind = (typeof writeKinds)[number];

type People = {
  token: string;
  /** Each is saved by one worker. */
  userIds: readonly number[];
  administrators: readonly { email: string }[];
  password: string;
};

const RECIPE_WRITERS = 3;
/** One sign-in takes a processor for a while. */
const SIGN_IN_WRITERS = 1;
const MAIL_WRITERS = 2;
/** Of app users that exist, so that a mail goes out. */
const emailOf = (writer: number, turn: number) => `killed-${writer}-${turn}@example.com`;
const MAILED_USERS = 600;

/** The addresses for the mails; their users must exist. */
export function mailedAddresses(): string[] {
  return Array.from({ length: MAIL_WRITERS * MAILED_USERS }, (_, at) =>
    emailOf(at % MAIL_WRITERS, Math.floor(at / MAIL_WRITERS)),
  );
}

export function createWriters({ token, userIds, administrators, password }: People): Writer[] {
  const many = (count: number, make: (writer: number) => Writer) =>
    Array.from({ length: count }, (_, writer) => make(writer));
  return [
    ...userIds.map((id, writer): Writer => {
      const keyOf = (turn: number) => `${writer}-${turn}`;
      return {
        kind: 'user saved',
        request: (turn) => ({
          key: keyOf(turn),
          method: 'PUT',
          path: `/admin/users/${id}`,
          token,
          body: { first_name: 'Ann', last_name: 'Lee', phone: keyOf(turn) },
        }),
      };
    }),
    ...many(RECIPE_WRITERS, (writer) => ({
      kind: 'recipe created',
      request: (turn) => {
        const title = `Killed ${writer}-${turn}`;
        return { key: title, method: 'POST', path: '/admin/recipes', token, body: { ...recipe, title } };
      },
    })),
    ...many(SIGN_IN_WRITERS, () => ({
      kind: 'sign-in',
      request: (turn) => {
        const email = administrators[turn % administrators.length]?.email ?? '';
        const body = { email, password, rememberMe: false };
        return { key: email, method: 'POST', path: '/auth/admin-login', token: null, body };
      },
    })),
    ...many(MAIL_WRITERS, (writer) => ({
      kind: 'mail asked for',
      request: (turn) => {
        const email = emailOf(writer, turn % MAILED_USERS);
        return { key: email, method: 'POST', path: '/auth/forgot-password', token: null, body: { email } };
      },
    })),
  ];
}

const recipe = {
  description: '',
  image_url: null,
  preparation_time: 900,
  cooking_time: 600,
  servings: 4,
  meal_types: ['Dinner'],
  ingredients: [{ name: 'flour', quantity: '200', unit_type: 'g', is_primary: true }],
  steps: ['Mix.', 'Bake.'],
  nutritionValues: [],
  feature_tags: [],
  promotional_tags: [],
  cuisine: null,
  cookingMethod: null,
  videoURL: null,
};
