import { expect, it } from 'vitest';
import { appleAssociation, googleAssociation } from './app-links.ts';

/** Reads the list as Apple does: the first matching rule decides. */
function opensApp(path: string): boolean {
  const components = appleAssociation('TEAM.com.example.app')?.applinks.details[0]?.components ?? [];
  const rule = components.find((component) => {
    const pattern = component['/'].replaceAll('.', '\\.').replaceAll('*', '.*');
    return new RegExp(`^${pattern}$`).test(path);
  });
  return rule !== undefined && !('exclude' in rule);
}

it('is null until the owner has configured an app', () => {
  expect(appleAssociation(null)).toBeNull();
  expect(googleAssociation(null, ['AB:CD'])).toBeNull();
  expect(googleAssociation('com.example.app', [])).toBeNull();
});

it.each(['/delete-account', '/delete-account/a-token', '/reset-password', '/forgot-password', '/users/5'])(
  'keeps %s in the browser',
  (path) => {
    expect(opensApp(path)).toBe(false);
  },
);

it('opens the app for the landing page and for unknown paths', () => {
  expect(opensApp('/')).toBe(true);
  expect(opensApp('/recipe-of-the-app')).toBe(true);
});

it('lists the Android app with its certificates', () => {
  expect(googleAssociation('com.example.app', ['AB:CD'])?.[0]?.target).toEqual({
    namespace: 'android_app',
    package_name: 'com.example.app',
    sha256_cert_fingerprints: ['AB:CD'],
  });
});
