/** What the app is called and how it presents itself. Change it here; pages, console and mails follow. */
export const product = {
  name: 'Mealwright',
  tagline: 'Personalized Meal Planning that is Easy, Inexpensive, and Nutritious',
  summary:
    'Mealwright is a meal planning app for iPhone and Android. It finds dishes for the ingredients you have and plans your week around health and weight goals.',
  /** Shown as it stands. Without one, pages say that the store shows the price before anyone subscribes. */
  price: null as string | null,
  /** First year of the copyright line. */
  since: 2026,
} as const;
