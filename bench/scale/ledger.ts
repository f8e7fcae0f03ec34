import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from '../api/server/client.ts';
import type { WriteKind, Writer } from './writers.ts';

/** `body` is that of the answer. */
type Acknowledged = { kind: WriteKind; key: string; body: Record<string, unknown> };
type Failed = { kind: WriteKind; key: string; reason: string };

/** What each client was told. */
export type Ledger = { acknowledged: Acknowledged[]; failed: Failed[] };

const PAUSE_MS = 5;

/** Every writer sends one call after another until `signal`, and none twice. */
export async function keepLedger(
  client: Client,
  writers: readonly Writer[],
  signal: AbortSignal,
): Promise<Ledger> {
  const ledger: Ledger = { acknowledged: [], failed: [] };
  const write = async ({ kind, request }: Writer) => {
    for (let turn = 0; !signal.aborted; turn += 1) {
      const { key, ...call } = request(turn);
      try {
        const { status, body } = await client.send(call);
        if (status === 200) ledger.acknowledged.push({ kind, key, body: JSON.parse(body.toString()) });
        else ledger.failed.push({ kind, key, reason: String(status) });
      } catch {
        ledger.failed.push({ kind, key, reason: 'no answer' });
      }
      await pause(PAUSE_MS);
    }
  };
  await Promise.all(writers.map(write));
  return ledger;
}

/** Failures of a reader by their status; it must have none, because nginx asks the next server. */
export async function countFailedReads(
  client: Client,
  token: string,
  signal: AbortSignal,
): Promise<{ reads: number; failed: number }> {
  const counts = { reads: 0, failed: 0 };
  while (!signal.aborted) {
    const answer = await client.send({ method: 'GET', path: '/admin/users', token }).catch(() => null);
    counts.reads += 1;
    if (answer?.status !== 200) counts.failed += 1;
    await pause(PAUSE_MS);
  }
  return counts;
}
