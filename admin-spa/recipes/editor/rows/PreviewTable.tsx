import type { EntryKind, EntryLine } from '#contract/recipes/entries.ts';
import type { Column } from '../../../ui/table/columns.ts';
import { FramedTable } from '../../../ui/table/Table.tsx';
import { GrowingText } from '../fields/GrowingText.tsx';

export type PreviewLine = EntryLine & { readonly isChosen: boolean };

type Part = 'name' | 'quantity' | 'unit';

/** The cells of each kind; the others of a line are empty. */
const parts: Readonly<Record<EntryKind, readonly (readonly [Part, string])[]>> = {
  ingredients: [
    ['name', 'Name'],
    ['quantity', 'Quantity'],
    ['unit', 'Unit'],
  ],
  nutrition: [
    ['name', 'Name'],
    ['quantity', 'Value'],
  ],
  steps: [['name', 'Step']],
};

type Props = {
  kind: EntryKind;
  lines: readonly PreviewLine[];
  onChange: (lines: readonly PreviewLine[]) => void;
};

/** Each line beside what was understood, corrected in place. */
export function PreviewTable({ kind, lines, onChange }: Props) {
  const edit = (number: number, edited: Partial<PreviewLine>) =>
    onChange(lines.map((line, at) => (at === number - 1 ? { ...line, ...edited } : line)));

  const isOneLine = kind !== 'steps';
  const columns: readonly Column<PreviewLine>[] = [
    {
      title: 'Line',
      isRowHeader: true,
      cell: ({ line, isHeading }) => (
        <>
          <bdi>{line}</bdi>
          {isHeading && <span className="badge">Heading</span>}
        </>
      ),
    },
    ...parts[kind].map(
      ([part, title]): Column<PreviewLine> => ({
        title,
        cell: (line, { number }) => {
          if (!line.isChosen) return null;
          const label = `${title} of line ${number}`;
          const change = (value: string) => edit(number, { [part]: isOneLine ? inOneLine(value) : value });
          // A name may be as long as its line.
          return part === 'name' ? (
            <GrowingText name={`line-${number}`} label={label} value={line.name} onChange={change} />
          ) : (
            <input
              aria-label={label}
              autoComplete="off"
              value={line[part]}
              onChange={({ target }) => change(target.value)}
            />
          );
        },
      }),
    ),
    {
      title: 'Add',
      cell: ({ isChosen }, { number }) => (
        <input
          type="checkbox"
          aria-label={`Add line ${number}`}
          checked={isChosen}
          onChange={({ target }) => edit(number, { isChosen: target.checked })}
        />
      ),
    },
  ];
  return (
    <FramedTable
      columns={columns}
      rows={lines}
      // Lines have no id and keep their place.
      keyOf={(_, index) => index}
      className="records narrow"
      caption="Lines and what was understood"
    />
  );
}

function inOneLine(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, ' ');
}
