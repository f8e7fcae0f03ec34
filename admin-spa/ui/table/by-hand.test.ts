import { expect, test } from 'vitest';
import { readSources } from '#tests/architecture/sources.ts';

test('only the one table writes table heads and the labels that a phone shows', () => {
  const byHand = Object.entries(readSources())
    .filter(([file, text]) => /^admin-spa\/.*(?<!\.test)\.tsx$/.test(file) && /<thead|data-label/.test(text))
    .map(([file]) => file);
  expect(byHand).toEqual(['admin-spa/ui/table/Table.tsx']);
});
