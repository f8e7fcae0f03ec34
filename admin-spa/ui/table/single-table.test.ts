import { expect, test } from 'vitest';
import { readSources } from '#tests/architecture/sources.ts';

test('only Table.tsx renders table headers and the labels for phones', () => {
  const found = Object.entries(readSources())
    .filter(([file, text]) => /^admin-spa\/.*(?<!\.test)\.tsx$/.test(file) && /<thead|data-label/.test(text))
    .map(([file]) => file);
  expect(found).toEqual(['admin-spa/ui/table/Table.tsx']);
});
