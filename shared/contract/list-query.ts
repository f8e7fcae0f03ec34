import * as v from 'valibot';

/** An address holds its number as digits. */
const positiveNumber = (maxValue: number) =>
  v.pipe(
    v.union([v.number(), v.pipe(v.string(), v.regex(/^\d+$/), v.transform(Number))]),
    v.integer(),
    v.minValue(1),
    v.maxValue(maxValue),
  );

/** The id of a row of our server. */
export const rowId = positiveNumber(2_147_483_647);

/** A part of a history. */
export const pageQuery = v.object({
  page: v.optional(positiveNumber(1_000_000)),
  pageSize: v.optional(positiveNumber(100)),
});
export type PageQuery = v.InferOutput<typeof pageQuery>;

/** The default is the newest ten. */
export const listQuery = v.object({
  keyword: v.optional(v.pipe(v.string(), v.maxLength(200))),
  ...pageQuery.entries,
});
