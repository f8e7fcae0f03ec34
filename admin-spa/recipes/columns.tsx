import { Link } from 'wouter';
import type { RecipeRow } from '#contract/recipes/records.ts';
import { recipeAddress } from '../routes.ts';
import { Badge } from '../ui/format/Badge.tsx';
import { EMPTY_VALUE } from '../ui/format/format.ts';
import { formatMinutes } from '../ui/format/minutes.ts';
import { When } from '../ui/format/When.tsx';
import type { Column } from '../ui/table/columns.ts';
import { Picture } from './Picture.tsx';
import { Tags } from './Tags.tsx';
import { truncate } from './truncate.ts';

const MAX_DESCRIPTION_LENGTH = 100;

export const recipeColumns: readonly Column<RecipeRow>[] = [
  {
    title: 'Image',
    kind: 'thumbnail',
    hasLabel: false,
    cell: ({ image_url, picture, state }) => (
      <Picture address={image_url} picture={picture} size={56} isDeleted={state === 'deleted'} />
    ),
  },
  {
    title: 'Title',
    sortKey: 'title',
    isRowHeader: true,
    cell: ({ id, title }) => (
      <Link href={recipeAddress(id)}>
        <bdi>{title || 'Untitled'}</bdi>
      </Link>
    ),
  },
  {
    title: 'Description',
    kind: 'summary',
    hasLabel: false,
    cell: ({ description }) => truncate(description ?? '', MAX_DESCRIPTION_LENGTH) || EMPTY_VALUE,
  },
  { title: 'Meal types', cell: ({ meal_types }) => <Tags tags={meal_types} /> },
  {
    title: 'Preparation',
    kind: 'amount',
    sortKey: 'preparation_time',
    cell: ({ preparation_time }) => formatMinutes(preparation_time),
  },
  {
    title: 'Cooking',
    kind: 'amount',
    sortKey: 'cooking_time',
    cell: ({ cooking_time }) => formatMinutes(cooking_time),
  },
  {
    title: 'Ingredients',
    kind: 'amount',
    isWideOnly: true,
    cell: ({ ingredients }) => ingredients.length || EMPTY_VALUE,
  },
  { title: 'Steps', kind: 'amount', isWideOnly: true, cell: ({ steps }) => steps.length || EMPTY_VALUE },
];

/** These columns need `recipes:filter`. */
export const stateColumns: readonly Column<RecipeRow>[] = [
  { title: 'State', cell: ({ state }) => <Badge status={state} /> },
  { title: 'Changed', kind: 'date', sortKey: 'updated', cell: ({ updated_at }) => <When at={updated_at} /> },
];
