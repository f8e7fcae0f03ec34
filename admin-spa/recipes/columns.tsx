import { Link } from 'wouter';
import type { RecipeRow } from '#contract/recipes.ts';
import { recipeAddress } from '../routes.ts';
import { NOTHING } from '../ui/format/format.ts';
import type { Column } from '../ui/table/columns.ts';
import { formatMinutes } from './minutes.ts';
import { Picture } from './Picture.tsx';
import { shortened } from './shortened.ts';
import { Tags } from './Tags.tsx';

const DESCRIPTION_LENGTH = 100;

export const recipeColumns: readonly Column<RecipeRow>[] = [
  {
    title: 'Image',
    kind: 'thumbnail',
    labelled: false,
    cell: ({ image_url }) => <Picture address={image_url} size={56} />,
  },
  {
    title: 'Title',
    heads: true,
    cell: ({ id, title }) => (
      <Link href={recipeAddress(id)}>
        <bdi>{title || 'Untitled'}</bdi>
      </Link>
    ),
  },
  {
    title: 'Description',
    kind: 'summary',
    labelled: false,
    cell: ({ description }) => shortened(description ?? '', DESCRIPTION_LENGTH) || NOTHING,
  },
  { title: 'Meal types', cell: ({ meal_types }) => <Tags tags={meal_types} /> },
  { title: 'Preparation', kind: 'amount', cell: ({ preparation_time }) => formatMinutes(preparation_time) },
  { title: 'Cooking', kind: 'amount', cell: ({ cooking_time }) => formatMinutes(cooking_time) },
  {
    title: 'Ingredients',
    kind: 'amount',
    wide: true,
    cell: ({ ingredients }) => ingredients.length || NOTHING,
  },
  { title: 'Steps', kind: 'amount', wide: true, cell: ({ steps }) => steps.length || NOTHING },
];
