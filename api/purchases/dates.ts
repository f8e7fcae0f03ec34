import * as v from 'valibot';

/** A time that JavaScript, PostgreSQL and a screen can show: 1970 to 9999. */
export const storeDate = v.pipe(
  v.date(),
  v.minValue(new Date(0)),
  v.maxValue(new Date('9999-12-31T00:00:00Z')),
);
