import * as v from 'valibot';
import { expect, test } from 'vitest';
import { boolean, field, identifier, list, number, record, required, text, texts } from './record.ts';

const spice = record({ name: required(text('name')), grams: number('grams') });
const dish = record({
  id: identifier('id'),
  title: text('title', 'dishTitle'),
  vegan: boolean('vegan'),
  tags: texts('tags'),
  spices: list(spice, 'spices', 'seasoning'),
  note: field(v.string(), (_, value) => (typeof value === 'string' ? value : '')),
});

test('reads each alternative name, and matches the schema even if fields are missing', () => {
  const sent = {
    id: 7,
    title: null,
    dishTitle: 'Soup',
    vegan: 'true',
    tags: 'a, b',
    seasoning: [{ name: 'Salt', grams: '2' }, { grams: 1 }, null],
    unknown: 1,
  };
  const read = dish.read(sent);
  expect(read).toEqual({
    id: 7,
    title: 'Soup',
    vegan: true,
    tags: ['a', 'b'],
    spices: [{ name: 'Salt', grams: 2 }],
    note: '',
  });
  expect(v.is(dish.schema, read)).toBe(true);
  expect(v.is(dish.schema, dish.read({ id: 'x' }))).toBe(true);
});

test.each([[null], ['text'], [[]], [{}], [{ title: 'Soup' }], [{ id: '' }], [{ id: {} }]])(
  'a record without a required field is dropped: %j',
  (sent) => {
    expect(dish.read(sent)).toBeNull();
  },
);

test('schema and read record have the declared fields in the same order', () => {
  expect(Object.keys(dish.schema.entries)).toEqual(Object.keys(dish.read({ id: 1 }) ?? {}));
});
