import { afterEach, expect, test } from 'vitest';
import { rolesOf } from '#api/auth/access.ts';
import { isBelowOwner } from '#client/capabilities.ts';
import { useSession } from '#client/session.ts';
import { capabilities, isOfSpecification } from '#contract/capabilities.ts';
import type { AdministratorRole } from '#contract/roles.ts';
import { canOpen } from './can-open.ts';
import { routes } from './routes.ts';
import { seesLess } from './shell/end-with-session.ts';

const person = { id: 1, first_name: null, last_name: null, email: 'a@example.com', role: 'admin' };
const withCapabilities = (allowed: readonly string[] | null) => ({ ...person, capabilities: allowed });

function signIn(allowed: readonly string[]) {
  useSession.setState({ accessToken: 'token', refreshToken: null, user: withCapabilities(allowed) });
}

afterEach(() => useSession.setState({ accessToken: null, refreshToken: null, user: null }));

const usual = capabilities.filter((capability) => capability !== 'security:required');
const of = (role: AdministratorRole) => usual.filter((capability) => rolesOf[capability].includes(role));
const openScreens = () =>
  Object.values(routes).filter((screen) => screen !== routes.login && canOpen(screen));

const all = Object.values(routes).filter((screen) => screen !== routes.login);
const without = (...closed: readonly string[]) => all.filter((screen) => !closed.includes(screen));

const changesOfRecipes = [routes.recipeNew, routes.recipeImport, routes.recipeEdit];

test.each<[AdministratorRole, readonly string[]]>([
  ['owner', all],
  ['support', without(...changesOfRecipes, routes.appKeys, routes.administrators)],
  [
    'editor',
    [
      ...[routes.home, routes.recipes, ...changesOfRecipes, routes.recipe],
      ...[routes.account, routes.accountSecurity],
    ],
  ],
  ['analyst', without(...changesOfRecipes, routes.paymentStores, routes.appKeys, routes.administrators)],
])('%s may open the screens of the role', (role, screens) => {
  signIn(of(role));
  expect(openScreens()).toEqual(screens);
  expect(isBelowOwner()).toBe(role !== 'owner');
});

const specification = [
  ...[routes.home, routes.users, routes.user, routes.recipes, routes.recipe, routes.payments],
];

test('a provider that names nothing has the screens of the specification, and no roles', () => {
  signIn([]);
  expect(openScreens()).toEqual(specification);
  expect(isBelowOwner()).toBe(false);
});

test('a server of ours without roles has every screen that it names', () => {
  signIn(usual.filter((capability) => !isOfSpecification(capability)));
  expect(openScreens()).toEqual(all);
  signIn(['recipes:edit', 'audit:read']);
  expect(openScreens()).toEqual(
    all.filter((screen) =>
      [...specification, routes.recipeNew, routes.recipeEdit, routes.activity].some((one) => one === screen),
    ),
  );
  expect(isBelowOwner()).toBe(false);
});

test('someone who must add a second factor may open nothing else', () => {
  signIn(['account:read', 'security:manage', 'security:required']);
  expect(openScreens()).toEqual([routes.accountSecurity]);
});

test.each<[string, readonly string[], readonly string[] | null, boolean]>([
  ['an owner who is an analyst now', of('owner'), of('analyst'), true],
  ['support that edits recipes now', of('support'), of('editor'), true],
  ['an owner who is support now', of('owner'), of('support'), false],
  ['an analyst who is an owner now', of('analyst'), of('owner'), false],
  ['the same role', of('editor'), of('editor'), false],
  ['a server that lost an extension', usual, usual.filter((one) => one !== 'payments:remind'), false],
  ['a session that does not say yet', of('owner'), null, false],
])('%s: whether the page has to start anew', (...[, before, now, isAnew]) => {
  expect(seesLess(withCapabilities(now), withCapabilities(before))).toBe(isAnew);
});
