const name = 'Mealwright';

export const product = {
  /** With 20 characters or fewer the summary fits into search results. */
  name,
  tagline: 'Personalized Meal Planning that is Easy, Inexpensive, and Nutritious',
  summary: `${name} is a meal planning app for iPhone and Android. It finds recipes for what you have and plans your week around your health and weight goals.`,
  /** If null, pages say that the store shows the price. */
  price: null as string | null,
  since: 2026,
} as const;
