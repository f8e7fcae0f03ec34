type MealType = 'Breakfast' | 'Lunch' | 'Dinner' | 'Snack' | 'Dessert';
export type UnitType = 'g' | 'ml' | 'tbsp' | 'tsp' | 'piece' | 'clove' | 'slice' | 'sprig' | 'N/A';
export type DemoIngredient = { name: string; quantity: string; unit_type: UnitType; is_primary: boolean };
export type DemoNutritionValue = { name: string; value: string };

export type DemoRecipe = {
  title: string;
  description: string;
  /** Name of a drawing in the npm package `@iconify-json/noto`. */
  picture: string;
  /** Seconds. */
  preparation_time: number;
  /** Seconds. */
  cooking_time: number;
  /** As in the description. */
  servings: number;
  meal_types: MealType[];
  /** For the number of servings in the description. */
  ingredients: DemoIngredient[];
  steps: string[];
  /** Per serving. */
  nutrition_values: DemoNutritionValue[];
  feature_tags: string[];
  promotional_tags: string[];
  cuisine: string;
  cooking_method: string;
  video_url: string | null;
};

/** A draft may lack a picture. */
export type DemoDraft = Omit<DemoRecipe, 'picture'> & { picture: string | null };

/** A required ingredient. `quantity` is a number, a fraction such as `1/2`, or `N/A`. */
export function need(name: string, quantity = 'N/A', unit_type: UnitType = 'N/A'): DemoIngredient {
  return { name, quantity, unit_type, is_primary: true };
}

/** An optional ingredient. */
export function extra(name: string, quantity = 'N/A', unit_type: UnitType = 'N/A'): DemoIngredient {
  return { name, quantity, unit_type, is_primary: false };
}

export function minutes(count: number): number {
  return count * 60;
}

type Grams = { protein: number; carbohydrates: number; fat: number; fiber: number; salt: number };

/** Grams per serving. Calories: 4 kcal per gram of protein and carbohydrate, 9 of fat. */
export function perServing({ protein, carbohydrates, fat, fiber, salt }: Grams): DemoNutritionValue[] {
  const calories = 4 * protein + 4 * carbohydrates + 9 * fat;
  return [
    { name: 'Calories', value: `${Math.round(calories / 5) * 5} kcal` },
    { name: 'Protein', value: `${protein} g` },
    { name: 'Carbohydrates', value: `${carbohydrates} g` },
    { name: 'Fat', value: `${fat} g` },
    { name: 'Fiber', value: `${fiber} g` },
    { name: 'Salt', value: `${salt} g` },
  ];
}
