import { describe, expect, it } from 'vitest';
import { company } from '#brand/company.ts';
import { deletion } from '#brand/deletion.ts';
import { product } from '#brand/product.ts';
import { stores } from '#brand/stores.ts';
import { subscription } from '#brand/subscription.ts';
import { documentOf, pages, read } from './built-site.ts';

const textOf = (page: string, selector = 'main') =>
  documentOf(page).querySelector(selector)?.textContent?.replaceAll(/\s+/g, ' ') ?? '';

describe.each(pages)('%s', (page) => {
  it('has a space before and after each link', () => {
    const body = read(page)
      .toString()
      .replace(/^.*<\/head>/s, '');
    expect(body.match(/[\w.,:?]<a\b[^>]*>[^<]*|[^<>]*<\/a>\w+/g) ?? []).toEqual([]);
  });

  it('has a space after every sentence', () => {
    const texts = [...documentOf(page).querySelectorAll('main :is(p, li, dd):not(:has(p, ol, ul, dl))')];
    expect(texts.flatMap(({ textContent }) => textContent?.match(/\S*[a-z][.:;,?][A-Z]\S*/g) ?? [])).toEqual(
      [],
    );
  });

  it('has an alternative text for every picture, or hides it', () => {
    const pictures = [...documentOf(page).querySelectorAll('img, svg, object, canvas, video')];
    const mute = pictures.filter(
      (picture) =>
        !picture.closest('[aria-hidden=true]') &&
        !picture.getAttribute('alt') &&
        !picture.getAttribute('aria-label'),
    );
    expect(mute.map((picture) => picture.outerHTML)).toEqual([]);
  });
});

describe('the deletion page has what the stores require', () => {
  const facts = textOf('/delete-account');

  it('names app and company, and needs neither app nor sign-in', () => {
    expect(facts).toContain(product.name);
    expect(facts).toContain(company.name);
    expect(facts).toContain('You don’t need the app or to sign in');
  });

  it('states the steps and their deadlines', () => {
    expect(facts).toContain(`within ${deletion.linkHours} hours`);
    expect(facts).toContain(`within ${deletion.withinDays} days`);
    expect(facts).toContain('nothing is deleted');
  });

  it('states what is erased and kept, why and how long', () => {
    for (const item of deletion.erased) expect(facts).toContain(item);
    for (const { what, why, duration } of deletion.kept) {
      expect(facts).toContain(`${what}, ${why}.`);
      expect(facts).toContain(duration);
    }
  });

  it('states that the account closes at once, and what is erased later', () => {
    expect(facts).toContain('every device is signed out');
    expect(facts).toContain('Everything under “What we delete” is gone');
  });

  it.each(['/delete-account', '/delete-account/confirm'])('warns before the button of %s', (page) => {
    expect(textOf(page, '.intro')).toContain(subscription.renewalWarning);
  });

  it('states that a subscription continues, and where to cancel it', () => {
    expect(facts).toContain('doesn’t cancel');
    const links = [...documentOf('/delete-account').querySelectorAll('main a')].map((link) =>
      link.getAttribute('href'),
    );
    for (const { subscriptions, cancelling } of stores) {
      expect(links).toContain(subscriptions);
      expect(facts).toContain(cancelling);
    }
  });

  it('has its form before the facts, and is linked from the landing page', () => {
    const document = documentOf('/delete-account');
    const order = [...document.querySelectorAll('main form, main .facts')].map(({ tagName }) => tagName);
    expect(order).toEqual(['FORM', 'DIV']);
    expect(documentOf('/').querySelector('main a[href="/delete-account"]')).not.toBeNull();
  });
});

describe('without JavaScript', () => {
  it.each(['/delete-account', '/delete-account/confirm', '/404.html'])(
    '%s names the support address',
    (page) => {
      expect(textOf(page, 'noscript')).toContain(company.supportEmail);
      expect(textOf(page, 'noscript')).toContain('we’ll do it for you');
    },
  );

  it.each(['/forgot-password', '/reset-password'])('%s asks never to mail a password', (page) => {
    expect(textOf(page, 'noscript')).toContain(company.supportEmail);
    expect(textOf(page, 'noscript')).toContain('Never send us your password');
    expect(textOf(page, 'noscript')).not.toContain('we’ll do it for you');
  });

  it('/login offers no sign-in by mail', () => {
    expect(textOf('/login', 'noscript')).toContain('You need JavaScript to sign in');
    expect(textOf('/login', 'noscript')).not.toContain('@');
  });
});

it.each(['/', '/eula', '/terms'])('%s has the shared text about the subscription', (page) => {
  expect(textOf(page)).toContain(subscription.requirement);
});

it.each(['/', '/eula', '/delete-account'])('%s sends cancellations to the store', (page) => {
  expect(textOf(page)).toContain(subscription.cancelling);
  expect(textOf(page)).not.toMatch(/we can(?:’t|not) cancel|Only the store can/);
});

it('states which ingredients the kitchen assumes', () => {
  expect(textOf('/', '.kitchen')).toContain('We’ll assume you have oil, onions and spices.');
});
