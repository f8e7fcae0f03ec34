/** Facts that pages, mails and jobs share. */
export const deletion = {
  linkHours: 24,
  /** Days from the confirmation to the erasure. */
  withinDays: 30,
  /** Used by api/startup/housekeeping.ts. */
  undeliveredMailDays: 30,
  erased: [
    'your name, email address and phone number',
    'your password and every signed-in session',
    'your preferences, health and weight goals, and meal plans',
    'your saved recipes and shopping lists',
  ],
  kept: [
    {
      what: 'records of subscription payments, without your name or address',
      why: 'to comply with accounting and tax law',
      days: 3650,
      duration: '10 years',
    },
    {
      what: 'a note that an account was deleted, without personal data',
      why: 'so we can show that we deleted it',
      days: 365,
      duration: '1 year',
    },
  ],
} as const;
