import { expect, test } from 'vitest';
import { changeRows, type Rows, type RowsChange, rowsOf, valuesOf } from './rows.ts';

const SESSIONS = 200;
const CHANGES_PER_SESSION = 60;

/** The same sequence for the same seed (mulberry32). */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** What a person sees: texts in order, and the removed ones. */
class Model {
  texts: string[];
  #removed: { text: string; index: number }[] = [];

  constructor(texts: readonly string[]) {
    this.texts = [...texts];
  }

  remove(index: number, { isEmpty }: { isEmpty: boolean }) {
    const [text = ''] = this.texts.splice(index, 1);
    if (!isEmpty) this.#removed.push({ text, index });
  }

  move(from: number, to: number) {
    const [text = ''] = this.texts.splice(from, 1);
    this.texts.splice(to, 0, text);
  }

  undo() {
    const last = this.#removed.pop();
    if (last) this.texts.splice(last.index, 0, last.text);
  }
}

test.each(Array.from({ length: SESSIONS }, (_, seed) => seed + 1))(
  'edit session %i leaves the same rows as the model, each with its own id',
  (seed) => {
    const random = randomFrom(seed);
    let count = 0;
    const newText = () => `text ${++count}`;
    const start = Array.from({ length: random(6) }, newText);
    const model = new Model(start);
    let rows: Rows<string> = rowsOf(start);
    const apply = (change: RowsChange<string>) => {
      rows = changeRows(rows, change);
    };
    const idAt = (index: number) => rows.items[index]?.id ?? -1;

    for (let step = 0; step < CHANGES_PER_SESSION; step += 1) {
      const { length } = model.texts;
      const index = random(length + 1);
      const action = length === 0 ? random(2) : random(6);
      if (action === 0) {
        const values = Array.from({ length: 1 + random(4) }, newText);
        const replaced = index < length ? random(2) : 0;
        model.texts.splice(index, replaced, ...values);
        apply({ type: 'insert', index, values, replaced });
      } else if (action === 1) {
        model.undo();
        apply({ type: 'undo' });
      } else {
        const at = random(length);
        if (action === 2) {
          const value = newText();
          model.texts[at] = value;
          apply({ type: 'edit', id: idAt(at), value });
        } else if (action === 3) {
          const to = random(length);
          model.move(at, to);
          apply({ type: 'move', id: idAt(at), to });
        } else {
          const isEmpty = random(3) === 0;
          model.remove(at, { isEmpty });
          apply({ type: 'remove', id: idAt(at), isEmpty });
        }
      }
      expect(valuesOf(rows)).toEqual(model.texts);
      expect(new Set(rows.items.map(({ id }) => id)).size).toBe(rows.items.length);
    }
  },
);

test('a move beyond an end stops there, and an unknown id changes nothing', () => {
  const rows = rowsOf(['a', 'b', 'c']);
  expect(valuesOf(changeRows(rows, { type: 'move', id: 1, to: 99 }))).toEqual(['b', 'c', 'a']);
  expect(valuesOf(changeRows(rows, { type: 'move', id: 3, to: -1 }))).toEqual(['c', 'a', 'b']);
  expect(changeRows(rows, { type: 'move', id: 9, to: 0 })).toBe(rows);
  expect(changeRows(rows, { type: 'edit', id: 9, value: 'x' })).toBe(rows);
  expect(changeRows(rows, { type: 'remove', id: 9 })).toBe(rows);
  expect(changeRows(rows, { type: 'undo' })).toBe(rows);
});
