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

test('what is read is what the schema promises, under each name and however little was sent', () => {
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
  'a record without a required field is none: %j',
  (sent) => {
    expect(dish.read(sent)).toBeNull();
  },
);

test('a declared field is in the schema and in what is read, in the same order', () => {
  expect(Object.keys(dish.schema.entries)).toEqual(Object.keys(dish.read({ id: 1 }) ?? {}));
});
