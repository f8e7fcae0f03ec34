import { type RawBuilder, sql } from 'kysely';

/** `search_text` contains every word, ignoring case and accents. LIKE wildcards match themselves. Empty matches all. */
export function matchesKeyword(keyword: string): RawBuilder<boolean> {
  const words = keyword.split(/\s+/).filter((word) => word !== '');
  if (words.length === 0) return sql<boolean>`true`;
  // Escaped after folding, because folding may produce a wildcard (full-width percent sign).
  const conditions = words.map(
    (word) =>
      sql`search_text like '%' || regexp_replace(fold(${word}::text), '([\\\\%_])', '\\\\\\1', 'g') || '%'`,
  );
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}
