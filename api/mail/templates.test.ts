import { expect, test } from 'vitest';
import { deletion } from '#brand/deletion.ts';
import { product } from '#brand/product.ts';
import { LOGO_ID } from './logo.ts';
import { renderMail } from './render.ts';
import {
  accountDeletedMail,
  deletionRequestMail,
  deletionStoppedMail,
  passwordChangedMail,
  passwordResetMail,
  paymentReminderMail,
} from './templates.ts';

const address = `https://meals.example/reset-password?token=${'a'.repeat(43)}&x="<b>`;
const mails = {
  'password reset': passwordResetMail(address, 1),
  'password changed': passwordChangedMail(),
  'deletion request': deletionRequestMail(address),
  'account deleted': accountDeletedMail(),
  'deletion stopped': deletionStoppedMail(address),
  'payment reminder': paymentReminderMail({
    ...{ owner: 'Apple', address, accessUntil: null, isAtLeast: false, triesUntil: null },
  }),
};

test.each(Object.entries(mails))('%s has the same words as text and as HTML', (_, content) => {
  const { subject, text, html } = renderMail(content);
  expect(subject).not.toMatch(/[\r\n]/);
  expect(subject).toContain(product.name);
  const plain = html
    .slice(html.indexOf('<body'))
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
  const words = (some: string) => new Set(some.match(/[\p{L}\d]+/gu));
  expect([...words(text)].filter((word) => !words(`${plain} ${html}`).has(word))).toEqual([]);
  expect(html.match(/<img[^>]*>/g)).toEqual([expect.stringContaining(`src="cid:${LOGO_ID}"`)]);
  expect(html).not.toMatch(/<(script|link|iframe|b>)|url\(|@import|\bon\w+=/);
  expect(html).toContain('prefers-color-scheme: dark');
  expect(text).toContain(product.name);
  for (const line of text.split('\n'))
    expect(line.length <= 72 || /^ *https:\S+$/.test(line), line).toBe(true);
});

test('the deletion mails name every fact of shared/brand', () => {
  const text = renderMail(accountDeletedMail()).text.replaceAll('\n', ' ');
  for (const item of deletion.erased) expect(text).toContain(item);
  for (const { what, duration } of deletion.kept) {
    expect(text).toContain(what);
    expect(text).toContain(duration);
  }
  expect(text).toContain(`${deletion.withinDays} days`);
  expect(renderMail(deletionRequestMail(address)).text).toContain(`${deletion.linkHours} hours`);
});
