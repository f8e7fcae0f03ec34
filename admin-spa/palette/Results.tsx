import type { Group, Item } from './items.ts';

type Props = {
  id: string;
  groups: readonly Group[];
  chosen: Item | undefined;
  optionId: (item: Item) => string;
  open: (item: Item) => void;
};

/** A list box: the focus stays in the input. */
export function Results({ id, groups, chosen, optionId, open }: Props) {
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
