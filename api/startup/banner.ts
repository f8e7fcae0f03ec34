import { pathToFileURL } from 'node:url';
import { product } from '#brand/product.ts';

export type BannerFacts = {
  address: string;
  /** The folder of the mails; null if they are sent. */
  outbox: string | null;
  administrator: { email: string; password: string | null } | null;
  /** By the names in docs/brand.md. */
  placeholders: readonly string[];
};

/** A new password is shown only on the first start. */
export function renderBanner({ address, outbox, administrator, placeholders }: BannerFacts): string {
  const lines = [`${product.name} is ready: ${address}`, `Console:       ${address}/login`];
  if (outbox !== null) lines.push(`Mail outbox:   ${pathToFileURL(outbox).href}`);
  if (administrator === null) {
    lines.push('There’s no administrator yet. Create one: npm run admin -- create <email>');
  } else {
    lines.push(`Administrator: ${administrator.email}`);
    if (administrator.password) lines.push(`Password:      ${administrator.password}   (shown only once)`);
  }
  if (placeholders.length > 0)
    lines.push(`Placeholders are left: ${placeholders.join(', ')} (docs/brand.md).`);
  lines.push('Press Ctrl-C to stop.');
  return `\n${lines.map((line) => `  ${line}\n`).join('')}\n`;
}
