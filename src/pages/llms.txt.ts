import { getCollection } from 'astro:content';
import type { APIRoute } from 'astro';
import { company } from '#brand/company.ts';
import { product } from '#brand/product.ts';
import { stores } from '#brand/stores.ts';
import { subscription } from '#brand/subscription.ts';
import { headlineAt } from '#site/content/pages.ts';

/** llmstxt.org. */
export const GET: APIRoute = async ({ site }) => {
  const at = (path: string) => (site ? new URL(path, site).href : path);
  const texts = await getCollection('legal');
  const legal = texts.map(
    ({ id, data }) => `- [${headlineAt(`/${id}`)}](${at(`/${id}`)}): ${data.description}`,
  );
  return new Response(`# ${product.name}

> ${product.summary}

${subscription.requirement} A meal plan is not medical advice. The service is not for children under 13. Subscriptions renew automatically unless they are canceled in the store at least 24 hours before the cycle ends; unused time is not refunded. Deleting an account does not cancel a subscription. The Login page of this site is for administrators; app users sign in in the app.

## The app

${stores.map(({ name, link }) => `- [${name}](${link})`).join('\n')}

## Help

- [Delete an account](${at('/delete-account')}): works without the app and without signing in
- [Forgotten password](${at('/forgot-password')}): asks for a link by mail
- Support: ${company.supportEmail}

## Texts

${legal.join('\n')}
`);
};
