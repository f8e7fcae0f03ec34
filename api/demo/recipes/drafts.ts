import { type DemoDraft, extra, minutes, need, perServing } from './recipe.ts';

/** Recipes that are being written: one has no picture, the other no nutrition values. */
export const drafts: readonly DemoDraft[] = [
  {
    title: 'Overnight Oats with Plums',
    description: 'Oats that soak while everyone sleeps, with plums from the freezer. Serves two.',
    picture: null,
    preparation_time: minutes(10),
    cooking_time: minutes(0),
    servings: 2,
    meal_types: ['Breakfast'],
    ingredients: [
      need('rolled oats', '100', 'g'),
      need('milk', '250', 'ml'),
      need('plums, pitted', '4', 'piece'),
      extra('honey', '1', 'tbsp'),
    ],
    steps: [
      'Stir oats and milk together and leave them in the refrigerator overnight.',
      'Top with plums and honey.',
    ],
    nutrition_values: perServing({ protein: 12, carbohydrates: 55, fat: 8, fiber: 7, salt: 0.1 }),
    feature_tags: ['Vegetarian'],
    promotional_tags: [],
    cuisine: 'British',
    cooking_method: 'No cooking',
    video_url: null,
  },
  {
    title: 'Leek and Potato Soup',
    description: 'A soup for the end of the week: leeks, potatoes and whatever stock there is. Serves four.',
    picture: 'potato',
    preparation_time: minutes(15),
    cooking_time: minutes(30),
    servings: 4,
    meal_types: ['Lunch', 'Dinner'],
    ingredients: [
      need('leeks, sliced', '3', 'piece'),
      need('potatoes, diced', '400', 'g'),
      need('vegetable stock', '900', 'ml'),
      need('butter', '30', 'g'),
      extra('cream', '50', 'ml'),
    ],
    steps: [
      'Soften the leeks in the butter for 10 minutes.',
      'Add potatoes and stock and simmer for 20 minutes.',
      'Blend until smooth and stir in the cream.',
    ],
    nutrition_values: [],
    feature_tags: ['Vegetarian', 'Budget'],
    promotional_tags: [],
    cuisine: 'French',
    cooking_method: 'Simmering',
    video_url: null,
  },
];
