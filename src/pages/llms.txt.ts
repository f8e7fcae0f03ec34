import { getCollection } from 'astro:content';
import type { APIRoute } from 'astro';
import { company } from '#brand/company.ts';
import { product } from '#brand/product.ts';
import { comingSoon, published } from '#brand/stores.ts';
import { subscription } from '#brand/subscription.ts';
import { headlineAt } from '#site/content/pages.ts';

/** llmstxt.org. */
export const GET: APIRoute = async ({ site }) => {
  const at = (path: string) => (site ? new URL(path, site).href : path);
  const texts = await getCollection('legal');
  const legal = texts.map(
    ({ id, data }) => `- [${headlineAt(`/${id}`)}](${at(`/${id}`)}): ${data.description}`,
  );
  const request = company.launchEmail ? ` To be told when it’s out, write to ${company.launchEmail}.` : '';
  const soon = comingSoon ? [`${comingSoon}.${request}`] : [];
  return new Response(`# ${product.name}

> ${product.summary}

${subscription.requirement} A meal plan is not medical advice. The service is not for children under 13. Subscriptions renew automatically unless canceled in the store at least 24 hours before the billing cycle ends. Unused time isn’t refunded. Deleting an account doesn’t cancel a subscription. The Login page on this site is for administrators; app users sign in to the app.

## The app

${[...published.map(({ name, link }) => `- [${name}](${link})`), ...soon].join('\n')}

## Help

- [Delete an account](${at('/delete-account')}): you don't need the app or to sign in
- [Reset a password](${at('/forgot-password')}): sends a link by email
- Support: ${company.supportEmail}

## Policies

${legal.join('\n')}
`);
};
