import { expect, test } from 'vitest';
import { publicPages } from '#site/content/pages.ts';
import { previewDrawing } from './preview.ts';

test.each(publicPages)('the preview of $path shows food, unless it is about a deletion', (page) => {
  const hasFood = previewDrawing(page).includes('viewBox="0 0 128 128"');
  expect(hasFood).toBe(!page.path.startsWith('/delete-account'));
});
