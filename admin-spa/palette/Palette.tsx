import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { call } from '#client/call.ts';
import { can } from '#client/capabilities.ts';
import type { Capability } from '#contract/capabilities.ts';
import { search } from '#contract/search.ts';
import { isComposing } from '#forms/is-composing.ts';
import { canOpen } from '../can-open.ts';
import { accountLinks, barLinks, matchesRoute, routes } from '../routes.ts';
import { useDebounced } from '../ui/list/SearchBox.tsx';
import { readOpenedRecords } from '../ui/navigation/opened-records.ts';
import { type EverywhereAction, type Group, type Item, toGroups } from './items.ts';
import { logOut, readScreenActions } from './screen-actions.ts';
import './palette.scss';

/** Finds records that contain the text; sends nothing for ''. */
function searchQuery(keyword: string) {
  return queryOptions({
    queryKey: ['search', keyword],
    queryFn: ({ signal }) => call(search, { query: { keyword }, signal }),
    enabled: keyword !== '',
    placeholderData: keepPreviousData,
  });
}

/** Screens that the bar does not name. */
const otherScreens = [
  { address: routes.refunds, name: 'Refund requests' },
  { address: routes.paymentFigures, name: 'Recovery figures' },
  { address: routes.paymentStores, name: 'Store connections' },
  ...accountLinks,
] as const;

/** What the administrator may do from every screen. A hash opens the panel of that name on its screen. */
function listEverywhere(retryAll: () => void): readonly EverywhereAction[] {
  const allowed = [
    { name: 'New recipe', needs: 'recipes:edit', target: { address: routes.recipeNew } },
    { name: 'Import recipes', needs: 'recipes:import', target: { address: routes.recipeImport } },
    {
      name: 'Invite an administrator',
      alias: 'colleague',
      needs: 'administrators:manage',
      target: { address: `${routes.administrators}#invite` },
    },
    { name: 'Retry all failed payments', needs: 'payments:retry-many', target: { run: retryAll } },
    { name: 'Export users', needs: 'users:export', target: { address: `${routes.users}#export` } },
    { name: 'Export recipes', needs: 'recipes:export', target: { address: `${routes.recipes}#export` } },
    {
      name: 'Export failed payments',
      needs: 'payments:export',
      target: { address: `${routes.payments}#export` },
    },
  ] as const satisfies (EverywhereAction & { needs: Capability })[];
  return [
    ...allowed.filter(({ needs }) => can(needs)),
    { name: 'Log out', alias: 'logout sign out', target: { run: logOut } },
  ];
}

/** They may have been opened with another role. */
function readAllowedRecords() {
  const isAllowed = (path: string) =>
    Object.values(routes).some((screen) => matchesRoute(screen, path) && canOpen(screen));
  return readOpenedRecords().filter(({ path }) => isAllowed(path));
}

type Props = {
  close: () => void;
  /** Asks whether every failed payment is retried. */
  retryAll: () => void;
};

/** Finds records, screens and actions. Arrows choose, Enter opens, Escape closes. */
export function Palette({ close, retryAll }: Props) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [, navigate] = useLocation();
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  // They are read again with each character: a screen may get its actions while the palette is open.
  const [actions, setActions] = useState(readScreenActions);
  const [screens] = useState(() => [...barLinks, ...otherScreens].filter(({ address }) => canOpen(address)));
  const [opened] = useState(readAllowedRecords);
  const keyword = useDebounced(text.trim());
  const { data, error, isFetching } = useQuery(searchQuery(keyword));
  const found = keyword && text.trim() ? (data?.data ?? null) : null;
  const everywhere = listEverywhere(retryAll);
  const canSearchPeople = can('people:read') && can('users:read');
  const groups = toGroups({ text: text.trim(), opened, actions, everywhere, screens, found });
  const items = groups.flatMap((group) => group.items);
  const chosen = items[Math.min(active, items.length - 1)];

  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  useEffect(() => {
    document.getElementById(optionId(id, chosen))?.scrollIntoView({ block: 'nearest' });
  }, [id, chosen]);

  function open({ target }: Item) {
    close();
    if ('address' in target) {
      const [path, hash] = target.address.split('#');
      // The screen is already here, and its filters stay.
      if (hash && path === location.pathname) location.replace(`#${hash}`);
      else navigate(target.address);
    } else {
      // It runs after the dialog has given the focus back.
      setTimeout(target.run);
    }
  }

  function onKey(event: KeyboardEvent) {
    if (isComposing(event.nativeEvent)) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && items.length > 0) {
      event.preventDefault();
      setActive((Math.min(active, items.length - 1) + step + items.length) % items.length);
    } else if (event.key === 'Enter' && chosen) {
      event.preventDefault();
      open(chosen);
    }
  }

  const isWaiting = isFetching || keyword !== text.trim();
  return (
    <dialog
      ref={dialog}
      className="palette"
      aria-label="Search and actions"
      onClose={close}
      // A click beside it closes it.
      closedby="any"
    >
      <input
        // A modal dialog focuses its first control.
        type="text"
        role="combobox"
        aria-label={
          canSearchPeople
            ? 'Search users, recipes, payments, screens and actions'
            : 'Search recipes, screens and actions'
        }
        aria-expanded={items.length > 0}
        aria-controls={`${id}-results`}
        aria-activedescendant={chosen && optionId(id, chosen)}
        aria-autocomplete="list"
        placeholder={canSearchPeople ? 'Name, phone, order, or action' : 'Recipe or action'}
        value={text}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => {
          setText(event.target.value);
          setActions(readScreenActions());
          setActive(0);
        }}
        onKeyDown={onKey}
      />
      <Results
        id={`${id}-results`}
        groups={groups}
        chosen={chosen}
        optionId={(item) => optionId(id, item)}
        open={open}
      />
      <p role="status" className="muted">
        {statusText({
          text: text.trim(),
          isWaiting,
          hasFailed: error !== null,
          count: items.length,
        })}
      </p>
      <p className="keys muted">
        <kbd>↑</kbd> <kbd>↓</kbd> choose · <kbd>Enter</kbd> open · <kbd>Esc</kbd> close · <kbd>Ctrl</kbd>/
        <kbd>⌘</kbd> <kbd>S</kbd> saves a form
      </p>
    </dialog>
  );
}

function optionId(id: string, item: Item | undefined): string {
  return item ? `${id}-${item.key.replaceAll(/\W/g, '-')}` : '';
}

type Status = { text: string; isWaiting: boolean; hasFailed: boolean; count: number };

function statusText({ text, isWaiting, hasFailed, count }: Status): string {
  if (text === '') return '';
  if (isWaiting) return 'Searching…';
  if (hasFailed) return 'The search for records failed. Type to try again.';
  if (count === 0) return 'Nothing found';
  return count === 1 ? '1 result' : `${count} results`;
}

type ResultsProps = {
  id: string;
  groups: readonly Group[];
  chosen: Item | undefined;
  optionId: (item: Item) => string;
  open: (item: Item) => void;
};

/** A list box without focus: that stays in the input. */
function Results({ id, groups, chosen, optionId, open }: ResultsProps) {
  return (
    <div id={id} role="listbox" aria-label="Results" className="results">
      {groups.map(({ title, items }, place) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields
        <div key={title} role="group" aria-labelledby={`${id}-${place}`}>
          <p id={`${id}-${place}`} className="muted" role="presentation">
            {title}
          </p>
          {items.map((item) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys
            <div
              key={item.key}
              id={optionId(item)}
              role="option"
              tabIndex={-1}
              aria-selected={item === chosen}
              // The input keeps the focus.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => open(item)}
            >
              <bdi>{item.name}</bdi>
              {item.detail && <bdi className="muted">{item.detail}</bdi>}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
