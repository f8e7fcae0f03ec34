import { product } from '#brand/product.ts';
import { subscription } from '#brand/subscription.ts';
import { headlineAt } from '#site/content/pages.ts';

/** Used by its own page and by the 404 page of a plain static host. */
export const confirmDeletionText = {
  title: headlineAt('/delete-account/confirm'),
  description: `Confirm that you want to delete your ${product.name} account, or keep it.`,
  note: `Here’s what goes and what stays. Only the button below deletes your account. ${subscription.renewalWarning}`,
} as const;
