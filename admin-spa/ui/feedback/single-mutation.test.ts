import { expect, test } from 'vitest';
import { readSources } from '#tests/architecture/sources.ts';

/** They ask the mutation cache or a ref at the click, because one of several may run, or the screen may be left. */
const others = [
  'admin-spa/activity/GivenUpMails.tsx',
  'admin-spa/payments/use-retries.ts',
  'admin-spa/recipes/editor/save/use-save.ts',
  'admin-spa/records/SessionsTable.tsx',
  'admin-spa/ui/feedback/use-single-mutation.ts',
  'admin-spa/users/detail/Suspension.tsx',
  'admin-spa/users/detail/UserForm.tsx',
];

test('whatever writes sends one request for two clicks', () => {
  const found = Object.entries(readSources())
    .filter(([file, text]) => /^admin-spa\/.*(?<!\.test)\.tsx?$/.test(file) && /\buseMutation\(/.test(text))
    .map(([file]) => file);
  expect(found).toEqual(others);
});
