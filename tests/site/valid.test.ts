import { globSync } from 'node:fs';
import { HtmlValidate } from 'html-validate';
import { expect, inject, it } from 'vitest';
import { pages, read } from './built-site.ts';

const validator = new HtmlValidate({
  extends: ['html-validate:recommended', 'html-validate:document'],
  rules: {
    // React writes camel case, `required=""`, `<input/>` and `_r_1_`, which mean the same.
    'attr-case': 'off',
    'attribute-boolean-style': 'off',
    'void-style': 'off',
    'valid-id': ['error', { relaxed: true }],
    'no-implicit-input-type': 'off',
    // A global attribute that browsers ignore there.
    'input-attributes': 'off',
    // 404.html contains a hidden second heading; frame.test.ts counts the visible ones.
    'heading-level': ['error', { allowMultipleH1: true }],
  },
});

/** Astro puts it before the first island, where HTML allows no style element. Browsers accept it. */
const islandStyle = '<style>astro-island,astro-slot,astro-static-slot{display:contents}</style>';

/** A glob pattern skips folders that begin with a dot. */
const hidden = globSync('.*/**/*.html', { cwd: inject('siteFolder') }).map((file) => `/${file}`);

it('checks the hidden folders too', () => {
  expect(hidden).toEqual(['/.well-known/change-password/index.html']);
});

it.each([...pages, ...hidden])('%s is valid HTML', async (page) => {
  const html = read(page).toString().replace(islandStyle, '');
  const { results } = await validator.validateString(html, page);
  const messages = results.flatMap((result) => result.messages);
  expect(messages.map(({ ruleId, message, line }) => `${line}: ${ruleId}: ${message}`)).toEqual([]);
});
