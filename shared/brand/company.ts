import { product } from './product.ts';

/** While it is null, the legal pages ask for a lawyer's review. */
const legalName: string | null = null;

/** Lines separated by \n. Apple requires address and phone number. */
const address: string | null = null;
const phone: string | null = null;

export const company = {
  legalName,
  name: legalName ?? `the makers of ${product.name}`,
  holder: legalName ?? product.name,
  address,
  phone,
  supportEmail: 'support@mealwright.example',
  /** Where visitors ask to be told when the app is out. If null, pages only say that it is coming. */
  launchEmail: 'support@mealwright.example' as string | null,
  privacyEmail: 'privacy@mealwright.example',
  securityEmail: 'security@mealwright.example',
} as const;
