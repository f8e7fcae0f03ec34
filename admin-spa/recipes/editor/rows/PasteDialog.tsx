import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { call } from '#client/call.ts';
import {
  type EntryKind,
  type EntryLine,
  MAX_ENTRY_LENGTH,
  parseRecipeEntry,
} from '#contract/recipes/entries.ts';
import { tooLong } from '#contract/recipes/rules.ts';
import { errorMessage } from '#forms/error-message.ts';
import { useSingleMutation } from '../../../ui/feedback/use-single-mutation.ts';
import type { Column } from '../../../ui/table/columns.ts';
import { FramedTable } from '../../../ui/table/Table.tsx';
import { GrowingText } from '../fields/GrowingText.tsx';
import type { RowKind } from './row-kinds.tsx';

type Props<Value> = {
  kind: RowKind<Value>;
  /** Is null while closed. A text is previewed at once. */
  pasted: { readonly text: string } | null;
  onAdd: (values: readonly Value[]) => void;
  onClose: () => void;
};

/** Lines become rows only after a look at what was understood. The text stays until it is added. */
export function PasteDialog<Value>({ kind, pasted, onAdd, onClose }: Props<Value>) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const result = useRef<HTMLParagraphElement>(null);
  const [text, setText] = useState('');
  const [lines, setLines] = useState<readonly PreviewLine[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { mutate, isPending, reset } = useSingleMutation({
    mutationFn: (sent: string) => call(parseRecipeEntry, { body: { kind: kind.entry, text: sent } }),
    onSuccess: ({ data }) => setLines(data.map((line) => ({ ...line, isChosen: !line.isHeading }))),
    // The dialog would cover a notification.
    onError: (error) => setProblem(errorMessage(error)),
  });

  function preview(sent: string) {
    if (isPending) return;
    const wrong = problemOf(sent);
    setProblem(wrong);
    if (wrong === null) mutate(sent);
  }

  // The dialog closes before the focus moves to an added row.
  useLayoutEffect(() => {
    if (!pasted) return dialog.current?.close();
    if (!dialog.current?.open) dialog.current?.showModal();
  }, [pasted]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each pasted text
  useEffect(() => {
    if (!pasted?.text) return;
    setText(pasted.text);
    setLines(null);
    preview(pasted.text);
  }, [pasted]);
  const hasLines = lines !== null;
  // The focus moves before the paint: a key that is pressed as soon as the preview is seen must not lose it.
  useLayoutEffect(() => {
    if (hasLines) result.current?.focus();
  }, [hasLines]);

  const chosen = (lines ?? [])
    .filter(({ isChosen }) => isChosen)
    .map(kind.fromLine)
    .filter((value) => !kind.isBlank(value));
  const countText = `${chosen.length} ${chosen.length === 1 ? kind.noun : kind.plural}`;
  const headings = lines?.filter(({ isHeading }) => isHeading).length ?? 0;

  function add() {
    if (chosen.length === 0) return;
    onAdd(chosen);
    setText('');
    setLines(null);
    onClose();
  }

  return (
    <dialog
      ref={dialog}
      className="confirm paste"
      aria-labelledby={`${id}-title`}
      onClose={() => {
        reset();
        setProblem(null);
        onClose();
      }}
      // Enter in a cell must not send the form around the dialog, nor break a name.
      onKeyDown={(event) => {
        const isCell = event.target instanceof HTMLInputElement || hasLines;
        if (event.key === 'Enter' && isCell && !(event.target instanceof HTMLButtonElement))
          event.preventDefault();
      }}
    >
      <h2 id={`${id}-title`}>{`Paste ${kind.plural}`}</h2>
      {problem && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      {lines ? (
        <>
          <p
            ref={result}
            tabIndex={-1}
          >{`Nothing is added yet. Correct what was misread${headings > 0 ? `; ${headings === 1 ? 'one heading is' : `${headings} headings are`} left out` : ''}.`}</p>
          <PreviewTable kind={kind.entry} lines={lines} onChange={setLines} />
        </>
      ) : (
        <div className="field">
          <label htmlFor={`${id}-text`}>{`One ${kind.noun} per line`}</label>
          <textarea
            id={`${id}-text`}
            rows={10}
            placeholder={kind.example}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        </div>
      )}
      <div className="choices">
        {lines ? (
          <>
            <button type="button" aria-disabled={chosen.length === 0 || undefined} onClick={add}>
              {`Add ${countText}`}
            </button>
            <button type="button" className="secondary" onClick={() => setLines(null)}>
              Change the text
            </button>
          </>
        ) : (
          <button type="button" aria-disabled={isPending || undefined} onClick={() => preview(text)}>
            {isPending ? 'Reading…' : 'Preview'}
          </button>
        )}
        <button type="button" className="secondary" onClick={onClose}>
          Cancel
        </button>
      </div>
    </dialog>
  );
}

function problemOf(text: string): string | null {
  if (text.trim() === '') return 'Type or paste at least one line.';
  return text.length > MAX_ENTRY_LENGTH ? tooLong('A text', MAX_ENTRY_LENGTH) : null;
}

type PreviewLine = EntryLine & { readonly isChosen: boolean };

type Cell = 'name' | 'quantity' | 'unit';

/** The cells of each kind; the others of a line are empty. */
const previewCells: Readonly<Record<EntryKind, readonly (readonly [Cell, string])[]>> = {
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

type PreviewProps = {
  kind: EntryKind;
  lines: readonly PreviewLine[];
  onChange: (lines: readonly PreviewLine[]) => void;
};

/** Shows each line beside what was understood, to be corrected in place. */
function PreviewTable({ kind, lines, onChange }: PreviewProps) {
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
    ...previewCells[kind].map(
      ([cell, title]): Column<PreviewLine> => ({
        title,
        cell: (line, { number }) => {
          if (!line.isChosen) return null;
          const label = `${title} of line ${number}`;
          const change = (value: string) => edit(number, { [cell]: isOneLine ? inOneLine(value) : value });
          // A name may be as long as its line.
          return cell === 'name' ? (
            <GrowingText name={`line-${number}`} label={label} value={line.name} onChange={change} />
          ) : (
            <input
              aria-label={label}
              autoComplete="off"
              value={line[cell]}
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
