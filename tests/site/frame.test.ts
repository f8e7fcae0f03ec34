import { describe, expect, it } from 'vitest';
import { documentOf, exists, pages } from './built-site.ts';

const texts = (nodes: Iterable<Element>) => [...nodes].map((node) => node.textContent?.trim());

it('has every page of the specification as a file', () => {
  expect(pages).toEqual(
    expect.arrayContaining(['/', '/privacy', '/eula', '/terms', '/about', '/users', '/recipes', '/404.html']),
  );
});

describe.each(pages)('%s', (page) => {
  const document = documentOf(page);

  it('has the header and the footer of the specification', () => {
    expect(document.querySelector('body > header')?.textContent).toContain(
      'Personalized Meal Planning that is Easy, Inexpensive, and Nutritious',
    );
    expect(document.querySelector('body > header a[href="/"] svg')).not.toBeNull();
    expect(document.querySelector('body > footer p')?.textContent).toMatch(/^© \d{4} \S/);
    const links = [...document.querySelectorAll('body > footer nav a')];
    expect(texts(links)).toEqual(['Home', 'About', 'Login', 'Privacy', 'Eula', 'Terms and Conditions']);
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/',
      '/about',
      '/login',
      '/privacy',
      '/eula',
      '/terms',
    ]);
  });

  it('has doctype, language, title, description and one heading', () => {
    expect(document.doctype?.name).toBe('html');
    expect(document.documentElement.lang).toBe('en');
    expect(document.title.length).toBeGreaterThan(5);
    expect(document.querySelector('meta[name=description]')?.getAttribute('content')?.length).toBeGreaterThan(
      30,
    );
    // 404.html contains a hidden confirmation of deletions.
    expect(document.querySelectorAll('main h1:not(.confirmation *)')).toHaveLength(1);
    expect(document.querySelectorAll('main')).toHaveLength(1);
    expect(document.querySelector('a')?.getAttribute('href')).toBe('#content');
  });

  it('skips no heading level and repeats no id', () => {
    const levels = [...document.querySelectorAll('h1, h2, h3, h4')].map(({ tagName }) => Number(tagName[1]));
    const skipped = levels.filter((level, at) => level > (levels[at - 1] ?? 0) + 1);
    expect(skipped).toEqual([]);
    const ids = [...document.querySelectorAll('body [id]')].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('links only to pages and headings that exist', () => {
    const addresses = [...document.querySelectorAll('a')].map((link) => link.getAttribute('href') ?? '');
    const dead = addresses
      .filter((address) => /^[/#]/.test(address))
      .filter((address) => {
        const [path = '', id] = address.split('#');
        if (path && !exists(path)) return true;
        return id !== undefined && !(path ? documentOf(path) : document).getElementById(id);
      });
    expect(dead).toEqual([]);
  });
});

it('gives every page its own title', () => {
  const titles = pages.map((page) => documentOf(page).title);
  expect(new Set(titles).size).toBe(titles.length);
});
