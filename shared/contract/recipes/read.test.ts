import { describe, expect, test } from 'vitest';
import { combinations, envelopes, ids, parseAnswer } from '#tests/setup/client/shapes.ts';
import { listRecipes, readRecipe } from './read.ts';

describe('recipes', () => {
  const places = [
    (recipes: unknown) => ({ data: { recipes } }),
    (recipes: unknown) => ({ data: { data: { recipes } } }),
    (recipes: unknown) => ({ data: recipes }),
  ];
  const spellings = [
    { preparation_time: 600, cooking_time: 1200, image_url: 'x.png', meal_types: ['Lunch'] },
    { preparationTime: '600', cookingTime: 1200, imageUrl: 'x.png', mealTypes: 'Lunch' },
  ];
  test.for(combinations(places, spellings, ids, envelopes))(
    'the list in each place and spelling (%#)',
    ([place, row, id, extra]) => {
      expect(
        parseAnswer(listRecipes, { ...place([{ id, title: 'Soup', ...row }]), ...extra }).data.recipes,
      ).toEqual([
        {
          id,
          title: 'Soup',
          description: null,
          image_url: 'x.png',
          picture: null,
          preparation_time: 600,
          cooking_time: 1200,
          meal_types: ['Lunch'],
          ingredients: [],
          steps: [],
          state: null,
          updated_at: null,
        },
      ]);
    },
  );

  const details = [
    {
      nutritionValues: [{ name: 'Salt', value: 1 }],
      cookingMethod: 'Boil',
      videoURL: 'https://x',
      featureTags: ['Vegan'],
    },
    {
      nutrition_values: [{ name: 'Salt', value: '1' }],
      cooking_method: 'Boil',
      video_url: 'https://x',
      feature_tags: 'Vegan',
    },
  ];
  const wrappers = [
    (recipe: unknown) => ({ data: recipe }),
    (recipe: unknown) => ({ data: { data: recipe } }),
  ];
  test.each(combinations(wrappers, details, envelopes))(
    'one recipe at data or data.data, in both spellings (%#)',
    (wrap, detail, extra) => {
      const sent = {
        id: 1,
        ingredients: [{ name: 'Salt', quantity: 2, unitType: 'g', is_primary: 0 }, 'Water'],
        steps: ['Stir', { text: 'Eat' }],
        ...detail,
      };
      expect(parseAnswer(readRecipe, { ...wrap(sent), ...extra }).data).toMatchObject({
        ingredients: [
          { name: 'Salt', quantity: '2', unit_type: 'g', is_primary: false },
          { name: 'Water', quantity: null, unit_type: null, is_primary: true },
        ],
        steps: ['Stir', 'Eat'],
        nutritionValues: [{ name: 'Salt', value: '1' }],
        feature_tags: ['Vegan'],
        cookingMethod: 'Boil',
        videoURL: 'https://x',
      });
    },
  );

  test('a provider that counts no saves and knows no drafts sends neither version nor state', () => {
    expect(parseAnswer(readRecipe, { data: { id: 3 } })).toMatchObject({
      version: null,
      data: { state: null, servings: null, deleted_at: null },
    });
  });

  test('a picture is read whole, or not at all', () => {
    const picture = {
      url: '/p/2.webp',
      width: 640,
      height: 480,
      placeholder: 'data:image/webp;base64,AA',
      sources: [{ url: '/p/2.webp', width: 640 }],
    };
    const read = (sent: unknown) => parseAnswer(readRecipe, { data: { id: 3, picture: sent } }).data.picture;
    expect(read({ ...picture, secret: 1 })).toEqual(picture);
    for (const part of Object.keys(picture)) expect(read({ ...picture, [part]: undefined })).toBeNull();
    expect(read('/p/2.webp')).toBeNull();
  });

  test('a recipe needs only its id', () => {
    expect(parseAnswer(readRecipe, { data: { id: 3 } }).data).toMatchObject({
      id: 3,
      ingredients: [],
      steps: [],
      nutritionValues: [],
    });
    expect(() => parseAnswer(readRecipe, { data: {} })).toThrow();
  });
});
