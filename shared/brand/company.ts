import { product } from './product.ts';

/** The legal name of the owner's company. Until it is set, legal pages ask for a lawyer's review. */
const legalName: string | null = null;

/** The company's postal address, its lines parted by \n, and its telephone number: Apple asks for both. */
const address: string | null = null;
const phone: string | null = null;

/** Who stands behind the app and how to reach them. */
export const company = {
  legalName,
  name: legalName ?? `the makers of ${product.name}`,
  /** Shown in the copyright line. */
  holder: legalName ?? product.name,
  address,
  phone,
  supportEmail: 'support@mealwright.example',
  privacyEmail: 'privacy@mealwright.example',
  securityEmail: 'security@mealwright.example',
} as const;
