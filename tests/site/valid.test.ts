import { globSync } from 'node:fs';
import { HtmlValidate } from 'html-validate';
import { expect, inject, it } from 'vitest';
import { pages, read } from './built-site.ts';

const validator = new HtmlValidate({
  extends: ['html-validate:recommended', 'html-validate:document'],
  rules: {
    // How React writes what means the same: camel case, `required=""`, `<input/>`, `_r_1_`.
    'attr-case': 'off',
    'attribute-boolean-style': 'off',
    'void-style': 'off',
    'valid-id': ['error', { relaxed: true }],
    'no-implicit-input-type': 'off',
    // A global attribute, which browsers ignore where it has no meaning.
    'input-attributes': 'off',
    // 404.html keeps the confirmation of a deletion ready, unseen; tests/site/frame.test.ts counts what is seen.
    'heading-level': ['error', { allowMultipleH1: true }],
  },
});

/** Astro puts it before the first island, where HTML allows no style element; every browser takes it. */
const islandStyle = '<style>astro-island,astro-slot,astro-static-slot{display:contents}</style>';

/** A pattern without a dot passes over folders whose names begin with one. */
const hidden = globSync('.*/**/*.html', { cwd: inject('siteFolder') }).map((file) => `/${file}`);

it('looks into the folders that a pattern passes over', () => {
  expect(hidden).toEqual(['/.well-known/change-password/index.html']);
});

it.each([...pages, ...hidden])('%s is valid HTML', async (page) => {
  const html = read(page).toString().replace(islandStyle, '');
  const { results } = await validator.validateString(html, page);
  const messages = results.flatMap((result) => result.messages);
  expect(messages.map(({ ruleId, message, line }) => `${line}: ${ruleId}: ${message}`)).toEqual([]);
});
