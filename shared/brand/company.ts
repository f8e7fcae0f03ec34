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
  privacyEmail: 'privacy@mealwright.example',
  securityEmail: 'security@mealwright.example',
} as const;
