import { company } from '#brand/company.ts';
import { deletion } from '#brand/deletion.ts';
import { product } from '#brand/product.ts';
import { stores } from '#brand/stores.ts';

const mailTo = (address: string) => `<a href="mailto:${address}">${address}</a>`;
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const list = (items: readonly string[]) => `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`;

/** What Markdown may name in double braces: the texts state the facts of shared/brand, never a copy of them. */
const facts = {
  'product.name': product.name,
  'company.name': company.name,
  'company.supportEmail': mailTo(company.supportEmail),
  'company.privacyEmail': mailTo(company.privacyEmail),
  'company.securityEmail': mailTo(company.securityEmail),
  'stores.names': stores.map(({ name }) => `the ${name}`.replace('the Google', 'Google')).join(' and '),
  'stores.owners': stores.map(({ owner }) => owner).join(' or '),
  'stores.cancelling': list(
    stores.map(
      (store) =>
        `${store.name}: ${escaped(store.cancelling)} <a href="${store.subscriptions}">Your ${store.owner} subscriptions</a>`,
    ),
  ),
  'deletion.linkHours': `${deletion.linkHours} hours`,
  'deletion.withinDays': `${deletion.withinDays} days`,
  'deletion.erased': list(deletion.erased),
  'deletion.kept': list(deletion.kept.map(({ what, why, shown }) => `${what}: ${shown}, ${why}`)),
} as const satisfies Record<string, string>;

/** The rendered Markdown with its facts filled in. A name that is not a fact fails the build. */
export function withFacts(html: string): string {
  const lookUp = (name: string) => {
    if (!Object.hasOwn(facts, name)) throw new Error(`{{${name}}} is not a fact of shared/brand.`);
    return facts[name as keyof typeof facts];
  };
  return html
    .replaceAll(/<p>\{\{([\w.]+)\}\}<\/p>/g, (_all, name: string) => lookUp(name))
    .replaceAll(/\{\{([^}]*)\}\}/g, (_all, name: string) => lookUp(name));
}
