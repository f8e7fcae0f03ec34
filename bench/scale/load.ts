import { randomInt } from 'node:crypto';
import { percentile } from '../api/figures/percentile.ts';
import { createClient } from '../api/server/client.ts';

export type LoadFigures = {
  answersPerSecond: number;
  /** Milliseconds. */
  p50: number;
  p95: number;
  /** By status, of the answers that are not 200. */
  failures: Record<string, number>;
};

type Target = { port: number; token: string; userIds: readonly number[] };

const CONNECTIONS = 20;
const KEYWORDS = ['ann', 'garcia', 'lee@', 'maria', 'smith', 'o'];
const PAGES = 20;

/** As administrators work: of ten calls nine read, and one saves. */
export async function measureLoad(
  { port, token, userIds }: Target,
  milliseconds: number,
): Promise<LoadFigures> {
  const client = createClient(port, CONNECTIONS);
  const times: number[] = [];
  const failures: Record<string, number> = {};
  const end = performance.now() + milliseconds;
  const work = async () => {
    while (performance.now() < end) {
      const start = performance.now();
      const { status } = await client.send({ ...nextCall(userIds), token });
      times.push(performance.now() - start);
      if (status !== 200) failures[status] = (failures[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  client.disconnect();
  const answersPerSecond = times.length / (milliseconds / 1_000);
  return { answersPerSecond, p50: percentile(times, 0.5), p95: percentile(times, 0.95), failures };
}

function nextCall(userIds: readonly number[]) {
  const pick = <Item>(list: readonly Item[]) => list[randomInt(list.length)];
  const get = (path: string) => ({ method: 'GET', path });
  const kind = randomInt(10);
  if (kind < 3) return get(`/admin/users?page=${1 + randomInt(PAGES)}&pageSize=20`);
  if (kind < 5) return get(`/admin/users?keyword=${pick(KEYWORDS)}&page=1&pageSize=20`);
  if (kind < 7) return get(`/admin/recipes?page=${1 + randomInt(PAGES)}&pageSize=20`);
  if (kind < 8) return get('/admin/subscriptions/stats');
  if (kind < 9) return get(`/admin/users/${pick(userIds)}`);
  const body = { first_name: 'Ann', last_name: 'Lee', phone: String(randomInt(1_000_000_000)) };
  return { method: 'PUT', path: `/admin/users/${pick(userIds)}`, body };
}
