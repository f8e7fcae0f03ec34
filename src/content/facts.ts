import { company } from '#brand/company.ts';
import { deletion } from '#brand/deletion.ts';
import { product } from '#brand/product.ts';
import { stores } from '#brand/stores.ts';
import { subscription } from '#brand/subscription.ts';
import { preventWidow } from './prevent-widow.ts';

const mailTo = (address: string) => `<a href="mailto:${address}">${address.replace('@', '@<wbr>')}</a>`;
const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const list = (items: readonly string[]) => `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`;

type ContactDetails = { holder: string; address: string | null; phone: string | null };

/** Empty until the owner sets an address or a phone number. */
export function contactDetails({ holder, address, phone }: ContactDetails): string {
  const parts = [address && `${holder}\n${address}`, phone].filter((part) => part !== null);
  return parts.map((part) => `<p>${escapeHtml(part).replaceAll('\n', '<br>')}</p>`).join('');
}

/** Placeholders for Markdown. The legal texts take their facts from shared/brand. */
const facts = {
  'product.name': escapeHtml(product.name),
  'company.name': escapeHtml(company.name),
  'company.supportEmail': mailTo(company.supportEmail),
  'company.privacyEmail': mailTo(company.privacyEmail),
  'company.reach': contactDetails(company),
  'company.securityEmail': mailTo(company.securityEmail),
  'stores.names': stores.map(({ name }) => `the ${name}`.replace('the Google', 'Google')).join(' and '),
  'stores.owners': stores.map(({ owner }) => owner).join(' or '),
  'stores.cancelling': list(
    stores.map(
      (store) =>
        `${store.name}: ${escapeHtml(store.cancelling)} <a class="way" href="${store.subscriptions}">Your ${store.owner} subscriptions</a>`,
    ),
  ),
  'subscription.needed': escapeHtml(subscription.requirement),
  'subscription.cancelling': escapeHtml(subscription.cancelling),
  'deletion.undeliveredMail': `${deletion.undeliveredMailDays} days`,
  'deletion.linkHours': `${deletion.linkHours} hours`,
  'deletion.withinDays': `${deletion.withinDays} days`,
  'deletion.erased': list(deletion.erased),
  'deletion.kept': list(
    deletion.kept.map(
      ({ what, why, duration }) => `${what}: ${duration.replace(' ', '\u00a0')}, ${preventWidow(why)}.`,
    ),
  ),
} as const satisfies Record<string, string>;

/** Fills in the placeholders of rendered Markdown. Throws for an unknown one. */
export function withFacts(html: string): string {
  const lookUp = (name: string) => {
    if (!Object.hasOwn(facts, name)) throw new Error(`{{${name}}} is not a fact of shared/brand.`);
    return facts[name as keyof typeof facts];
  };
  return html
    .replaceAll(/<p>\{\{([\w.]+)\}\}<\/p>/g, (_all, name: string) => lookUp(name))
    .replaceAll(/\{\{([^}]*)\}\}/g, (_all, name: string) => lookUp(name));
}
