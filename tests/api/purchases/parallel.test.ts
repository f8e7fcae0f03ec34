import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { receiveNotification } from '#api/purchases/receive-notification.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { serveApi } from '#tests/setup/api/serve.ts';
import { paidPurchase, storesThatAnswer } from '#tests/setup/api/stores.ts';
import { createScriptedStore } from './scripted-store.ts';

const { db } = await cloneDatabase();

test('four purchases of a store are asked about at once, each once', async () => {
  const asked: string[] = [];
  const { promise: fourAsked, resolve } = Promise.withResolvers<void>();
  const stores = storesThatAnswer(async ({ key }) => {
    asked.push(key);
    if (asked.length === 4) resolve();
    await fourAsked;
    const purchase = paidPurchase(key, new Date(Date.now() + 86_400_000));
    return { kind: 'purchase', purchase };
  });
  const { notificationOf } = createScriptedStore(db);
  const keys = Array.from({ length: 20 }, () => randomUUID());
  for (const key of keys) {
    await receiveNotification(db, notificationOf({ key, accountToken: randomUUID() }), new Date());
  }
  await serveApi(db, { stores });
  const waiting = db.selectFrom('purchases').where('due_at', 'is not', null).select('id');
  await expect.poll(() => waiting.execute(), { timeout: 60_000 }).toEqual([]);
  expect(asked.toSorted()).toEqual(keys.toSorted());
});
