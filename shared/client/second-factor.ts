import type * as v from 'valibot';
import { secondFactor } from '#contract/second-factor.ts';
import { call } from './call.ts';
import { storeSession } from './sign-in.ts';

/** The second step of a sign-in. Throws `ApiError` with the reason `challenge_ended` if the first one must be repeated. */
export async function proveSecondFactor(
  body: v.InferOutput<NonNullable<typeof secondFactor.body>>,
  email: string,
): Promise<void> {
  const { data } = await call(secondFactor, { body });
  storeSession(data, email);
}
