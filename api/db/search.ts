import { type RawBuilder, sql } from 'kysely';

/**
 * A condition on `search_text`: it contains every word of `keyword`, without regard to case or accents, in any script.
 * `%`, `_` and `\` are ordinary characters. An empty keyword matches everything.
 */
export function matching(keyword: string): RawBuilder<boolean> {
  const words = keyword.split(/\s+/).filter((word) => word !== '');
  if (words.length === 0) return sql<boolean>`true`;
  // Escaped after folding: folding may yield a wildcard, as from the full-width percent sign.
  const conditions = words.map(
    (word) =>
      sql`search_text like '%' || regexp_replace(fold(${word}::text), '([\\\\%_])', '\\\\\\1', 'g') || '%'`,
  );
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}
