import * as v from 'valibot';

const EXTERNAL_ID =
  'An external ID has 1 to 200 characters, without spaces at its ends and control characters';

/** The app's own id of a user, as it is: case counts. */
export const externalIdSchema = v.pipe(
  v.string(EXTERNAL_ID),
  v.minLength(1, EXTERNAL_ID),
  v.maxLength(200, EXTERNAL_ID),
  v.check((id) => id === id.trim() && id.isWellFormed() && !/\p{Cc}/u.test(id), EXTERNAL_ID),
  // Clients take these out of a path, encoded or not: nobody could read or delete such a user.
  v.check((id) => id !== '.' && id !== '..', 'An external ID can’t be one or two periods'),
);
