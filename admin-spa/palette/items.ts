import type { SearchResults } from '#contract/search.ts';
import { recipeAddress, routes, userAddress } from '../routes.ts';
import { statusLabel } from '../ui/format/Badge.tsx';
import { fold } from '../ui/format/fold.ts';
import type { OpenedRecord } from '../ui/navigation/opened-records.ts';
import type { ScreenAction } from './screen-actions.ts';

/** What Enter does: opens an address, or an action of the screen. */
type Target = { readonly address: string } | Pick<ScreenAction, 'run'>;
export type Item = {
  readonly key: string;
  readonly name: string;
  /** It stands beside the name, in a quieter color. */
  readonly detail: string;
  readonly target: Target;
};
export type Group = { readonly title: string; readonly items: readonly Item[] };

/** `alias`: other words by which it is found. */
export type EverywhereAction = { readonly name: string; readonly alias?: string; readonly target: Target };

type Sources = {
  text: string;
  opened: readonly OpenedRecord[];
  actions: readonly ScreenAction[];
  /** What can be done from every screen. */
  everywhere: readonly EverywhereAction[];
  screens: readonly { readonly address: string; readonly name: string }[];
  found: SearchResults | null;
};

/** The search answers with as many of each kind of record. */
const MAX_ROW_ACTIONS = 5;

/** Groups what matches the text. Records that were opened before come first in their group. */
export function toGroups({ text, opened, actions, everywhere, screens, found }: Sources): readonly Group[] {
  const words = fold(text).split(' ');
  const matches = (name: string) => words.every((word) => fold(name).includes(word));
  const isOnScreen = (name: string) => actions.some((action) => action.name === name);
  const rank = ({ target }: Item) => {
    const at = 'address' in target ? opened.findIndex(({ path }) => path === target.address) : -1;
    return at < 0 ? opened.length : at;
  };
  const ranked = (items: readonly Item[]) => items.toSorted((one, other) => rank(one) - rank(other));
  const groups: Group[] = [
    {
      title: 'Recently opened',
      items: text ? [] : opened.map(({ path, name, screen }) => toItem(name, screen, path)),
    },
    {
      title: 'On this screen',
      items: [
        ...actions.filter(({ name, isInRow }) => !isInRow && matches(name)),
        ...actions.filter(({ name, isInRow }) => isInRow && text && matches(name)).slice(0, MAX_ROW_ACTIONS),
      ].map(({ name, run }, index) => ({
        key: `action ${index}`,
        name,
        detail: '',
        target: { run },
      })),
    },
    {
      title: 'Actions',
      items: everywhere
        .filter(({ name, alias = '' }) => matches(`${name} ${alias}`) && !isOnScreen(name))
        .map(({ name, target }) => ({ key: `everywhere ${name}`, name, detail: '', target })),
    },
    {
      title: 'Screens',
      items: screens
        .filter(({ name }) => matches(name) && !isOnScreen(name))
        .map(({ name, address }) => toItem(name, '', address)),
    },
    { title: 'Users', items: ranked((found?.users ?? []).map((user) => toUserItem(user, text))) },
    { title: 'Recipes', items: ranked((found?.recipes ?? []).map(toRecipeItem)) },
    { title: 'Failed payments', items: (found?.payments ?? []).map(toPaymentItem) },
  ];
  return groups.filter(({ items }) => items.length > 0);
}

function toItem(name: string, detail: string, address: string): Item {
  return { key: `${address} ${name}`, name, detail, target: { address } };
}

/** The phone is shown where digits may have found it. */
function toUserItem({ id, name, email, phone, status }: SearchResults['users'][number], text: string): Item {
  const details = [email, /\d/.test(text) && phone, status !== 'active' && statusLabel(status)];
  const detail = details.filter(Boolean).join(' · ');
  return { key: `user ${id}`, name: name || email, detail, target: { address: userAddress(id) } };
}

function toRecipeItem({ id, title, state }: SearchResults['recipes'][number]): Item {
  const detail = state === 'published' ? '' : statusLabel(state);
  return { key: `recipe ${id}`, name: title || 'Untitled', detail, target: { address: recipeAddress(id) } };
}

/** The list also searches for the email, because other payments may have this number in theirs. */
function toPaymentItem({ id, email, productId }: SearchResults['payments'][number]): Item {
  const address = `${routes.payments}?${new URLSearchParams({ keyword: `${email} ${id}`.trim() })}`;
  return { key: `payment ${id}`, name: email, detail: `${productId} · ${id}`, target: { address } };
}
