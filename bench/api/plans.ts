import type { Call } from './calls/call.ts';
import type { Side } from './side.ts';

/** The text of EXPLAIN for each query of a call, in the order in which they were sent. */
export type Plan = { name: string; queries: readonly string[] };

/** Of a second call, because the first one reads from disk. Queries of the session check are left out. */
export async function readPlans(call: Call, side: Side): Promise<Plan> {
  await side.reconnect();
  const request = await call.open(side, 2);
  const [first, second] = [request(0), request(1)];
  if (!first || !second) throw new Error(`${call.name}: too few calls were prepared.`);
  await side.send(call, first);
  side.server.record({ isRecording: true });
  await side.send(call, second);
  side.server.record({ isRecording: false });
  const recorded = await side.server.takeQueries();
  const sent = recorded.filter(
    ({ sql }) => /^\s*(select|with)\b/i.test(sql) && !sql.includes('access_tokens'),
  );
  const queries: string[] = [];
  for (const { sql, parameters } of sent.toSorted((one, other) => one.start - other.start)) {
    const explain = `explain (analyze, costs off, buffers off, summary off) ${sql}`;
    const { rows } = await side.pool.query<{ 'QUERY PLAN': string }>(explain, [...parameters]);
    const lines = rows.map((row) => row['QUERY PLAN']).filter((line) => !DETAIL.test(line));
    queries.push(lines.slice(0, MAX_LINES).map(shorten).join('\n'));
  }
  return { name: call.name, queries };
}

/** Lines of an index or a sort that say little. */
const DETAIL = /^\s*(Index Searches|Heap Fetches|Heap Blocks|Sort Method|Batches|Cache Key|Hits|Storage):? /;
/** A list by several groups has a part for each. */
const MAX_LINES = 40;

/** Long conditions say no more than their beginning. */
function shorten(line: string): string {
  return line.length > 130 ? `${line.slice(0, 130)} …` : line;
}

/** As Markdown. */
export function renderPlans(
  plans: readonly Plan[],
  { users, version }: { users: number; version: string },
): string {
  const head = `# How PostgreSQL answers the lists

EXPLAIN ANALYZE of each query, as \`npm run bench:plans\` writes it: ${users.toLocaleString('en-US')} users, PostgreSQL ${version}, rows in memory.
`;
  const parts = plans.map(
    ({ name, queries }) =>
      `## ${name}\n\n${queries.map((query) => `\`\`\`\n${query}\n\`\`\``).join('\n\n')}\n`,
  );
  return [head, ...parts].join('\n');
}
