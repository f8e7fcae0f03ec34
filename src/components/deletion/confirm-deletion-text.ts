import { product } from '#brand/product.ts';
import { subscription } from '#brand/subscription.ts';
import { headlineAt } from '#site/content/pages.ts';

/** Used by its own page and by the 404 page of a plain static host. */
export const confirmDeletionText = {
  title: headlineAt('/delete-account/confirm'),
  description: `Confirm that your ${product.name} account is to be deleted.`,
  note: `One click deletes your ${product.name} account for good. Nothing happens until you press the button. ${subscription.renewalWarning}`,
} as const;
