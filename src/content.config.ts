import { defineCollection } from 'astro:content';
import { glob } from 'astro/loaders';
import { z } from 'astro/zod';

const legal = defineCollection({
  loader: glob({ base: './src/content/legal', pattern: '*.md' }),
  schema: z.object({
    description: z.string().max(160),
    updated: z.date(),
    /** Binding texts show a review note until the company is set. */
    binding: z.boolean(),
  }),
});

export const collections = { legal };
