import { Link } from 'wouter';
import type { RecipeRow } from '#contract/recipes/records.ts';
import { recipeAddress } from '../routes.ts';
import { Badge } from '../ui/format/Badge.tsx';
import { EMPTY_VALUE } from '../ui/format/format.ts';
import { formatMinutes, formatPreparation } from '../ui/format/minutes.ts';
import { When } from '../ui/format/When.tsx';
import type { Column } from '../ui/table/columns.ts';
import { Picture } from './Picture.tsx';
import { truncate } from './truncate.ts';

const MAX_DESCRIPTION_LENGTH = 100;

export const recipeColumns: readonly Column<RecipeRow>[] = [
  {
    title: 'Image',
    kind: 'thumbnail',
    hasLabel: false,
    cell: ({ image_url, picture, state }) => (
      <Picture address={image_url} picture={picture} size={40} isDeleted={state === 'deleted'} />
    ),
  },
  {
    title: 'Title',
    sortKey: 'title',
    isRowHeader: true,
    cell: ({ id, title, description }) => (
      <>
        <Link href={recipeAddress(id)} className="one-line">
          <bdi>{title || 'Untitled'}</bdi>
        </Link>
        {description && (
          <span className="one-line under">
            <bdi>{truncate(description, MAX_DESCRIPTION_LENGTH)}</bdi>
          </span>
        )}
      </>
    ),
  },
  {
    title: 'Meal types',
    importance: 'low',
    cell: ({ meal_types }) => (
      <span className="one-line" title={meal_types.join(', ')}>
        <bdi>{meal_types.join(', ') || EMPTY_VALUE}</bdi>
      </span>
    ),
  },
  {
    title: 'Preparation',
    kind: 'amount',
    importance: 'medium',
    sortKey: 'preparation_time',
    cell: ({ preparation_time }) => formatPreparation(preparation_time),
  },
  {
    title: 'Cooking',
    kind: 'amount',
    importance: 'medium',
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
