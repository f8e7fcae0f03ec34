import { accountCalls } from './calls/account.ts';
import { activityCalls } from './calls/activity.ts';
import { administratorCalls } from './calls/administrators.ts';
import { appBackendCalls } from './calls/app-backend.ts';
import type { Call } from './calls/call.ts';
import { oneUserCalls } from './calls/one-user.ts';
import { paymentCalls } from './calls/payments.ts';
import { recipeListCalls } from './calls/recipe-lists.ts';
import { recipeCalls } from './calls/recipes.ts';
import { userCalls } from './calls/users.ts';
import { workCalls } from './calls/work.ts';

/** Every call of the API; lists at several pages, with searches, filters and orders. Lists come before what lengthens them. */
export const calls: readonly Call[] = [
  ...userCalls,
  ...oneUserCalls,
  ...recipeListCalls,
  ...paymentCalls,
  ...activityCalls,
  ...administratorCalls,
  ...accountCalls,
  ...recipeCalls,
  ...workCalls,
  ...appBackendCalls,
];
