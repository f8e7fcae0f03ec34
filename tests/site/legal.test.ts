import { describe, expect, it } from 'vitest';
import { company } from '#brand/company.ts';
import { deletion } from '#brand/deletion.ts';
import { stores } from '#brand/stores.ts';
import { documentOf } from './built-site.ts';

const textOf = (page: string) =>
  documentOf(page).querySelector('main')?.textContent?.replaceAll(/\s+/g, ' ') ?? '';

describe('privacy', () => {
  it('is not for children under 13', () => {
    expect(textOf('/privacy')).toContain('The service is not for children under 13.');
  });

  it('states what deletion erases, keeps and how long it takes, from the shared facts', () => {
    const text = textOf('/privacy');
    for (const item of deletion.erased) expect(text).toContain(item);
    for (const { what, duration, why } of deletion.kept)
      expect(text).toContain(`${what}: ${duration}, ${why}`);
    expect(text).toContain(`within ${deletion.withinDays} days`);
    expect(text).toContain(company.privacyEmail);
  });

  it('states how long other data is kept', () => {
    const text = textOf('/privacy');
    expect(text).toContain(`${deletion.undeliveredMailDays} days`);
    for (const what of [
      'sign-in attempts',
      'sessions',
      'never confirmed',
      'reason',
      'write to us',
      'phone number',
    ])
      expect(text.slice(text.indexOf('How long we keep it')), what).toContain(what);
  });
});

describe('the license agreement', () => {
  it('states renewal and refunds as the specification does', () => {
    const text = textOf('/eula');
    expect(text).toContain('renews automatically');
    expect(text).toContain('unless you cancel it at least 24 hours before the cycle ends');
    expect(text).toContain('There is no refund for unused time.');
  });

  it('tells who grants refunds in each store', () => {
    const text = textOf('/eula');
    expect(text).toContain('Ask Apple for App Store purchases.');
    expect(text).toContain(`For Google Play, ask Google, or write to ${company.supportEmail}.`);
  });

  it('has the terms that Apple requires of every license agreement', () => {
    const text = textOf('/eula');
    for (const term of [
      'intellectual property',
      'third-party terms',
      'subsidiaries',
      'embargo',
      'maintenance',
    ])
      expect(text).toContain(term);
  });

  it('links to the cancellation page of each store', () => {
    const links = [...documentOf('/eula').querySelectorAll('main a')].map((link) =>
      link.getAttribute('href'),
    );
    for (const { subscriptions } of stores) expect(links).toContain(subscriptions);
  });
});

it('gives the support address on the about page', () => {
  expect(textOf('/about')).toContain(company.supportEmail);
});

it.each(['/', '/eula', '/about', '/terms'])('%s states that a plan is not medical advice', (page) => {
  expect(textOf(page)).toMatch(/not medical advice/i);
});

describe.each(['/privacy', '/eula', '/terms'])('%s', (page) => {
  it('allows for laws with a higher age', () => {
    expect(textOf(page)).toMatch(/or older where your law requires it|sets a higher age/);
  });

  it('has a table of contents and the date of its update', () => {
    const document = documentOf(page);
    const headings = [...document.querySelectorAll('.text h2')].map(({ id }) => `#${id}`);
    const contents = [...document.querySelectorAll('.legal nav a')].map((link) => link.getAttribute('href'));
    expect(contents).toEqual(headings);
    expect(contents.length).toBeGreaterThan(5);
    expect(document.querySelector('time')?.getAttribute('datetime')).toMatch(/^\d{4}-\d\d-\d\d$/);
  });

  it('asks for a review by counsel until the company is set', () => {
    expect(/Counsel must review/.test(textOf(page))).toBe(company.legalName === null);
  });

  it('leaves no placeholder unfilled', () => {
    expect(textOf(page)).not.toMatch(/\{\{|\}\}|undefined|null/);
  });
});
