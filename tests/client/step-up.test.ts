import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { openSession } from '#api/auth/sessions.ts';
import { ApiError } from '#client/api-error.ts';
import { call } from '#client/call.ts';
import { download } from '#client/download.ts';
import { startSession, useSession } from '#client/session.ts';
import { type ProofOutcome, setStepUpPrompt } from '#client/step-up.ts';
import { upload } from '#client/upload.ts';
import { listAppKeys } from '#contract/app/keys.ts';
import { uploadPicture } from '#contract/pictures.ts';
import { listRecipes } from '#contract/recipes/read.ts';
import { exportUsers } from '#contract/users/exports.ts';
import { addAdministrator } from '#tests/setup/api/people.ts';
import { journey } from '#tests/setup/journeys/journey.ts';

const { db, api, proxy } = journey;

beforeEach(async () => {
  api.clock.now = new Date();
  await db.deleteFrom('users').execute();
  const administrator = await addAdministrator(db);
  const { token, refreshToken } = await openSession(
    db,
    { userId: administrator.id, rememberMe: false },
    api.clock.now,
  );
  startSession({ accessToken: token, refreshToken }, { ...administrator, capabilities: ['users:export'] });
});

const refusal = (reason: string, message = 'Confirm it’s you first.') =>
  Response.json(
    { status: 403, message, data: { reason } },
    { status: 403, headers: { 'access-control-allow-origin': '*' } },
  );

/** Refuses calls until `prove` was called. */
function protect() {
  let isProven = false;
  proxy.intercept = ({ method }) => (isProven || method === 'OPTIONS' ? undefined : refusal('step_up'));
  return {
    prove: () => {
      isProven = true;
    },
  };
}

/** Counts the questions, and gives them this answer. */
function answerPrompt(answer: () => ProofOutcome | Promise<ProofOutcome>) {
  const asked = { count: 0 };
  const prompt = async () => {
    asked.count += 1;
    return answer();
  };
  onTestFinished(setStepUpPrompt(prompt));
  return asked;
}

const paths = () => proxy.requests.map(({ path }) => path);

test.each([
  ['a call', () => call(listRecipes)],
  ['a download', () => download(exportUsers, { query: {} })],
] as const)('%s that needs a proof waits for it, and is sent once more', async (_, run) => {
  const { prove } = protect();
  const asked = answerPrompt(() => {
    prove();
    return 'proven';
  });
  await run();
  expect(asked.count).toBe(1);
  expect(proxy.requests).toHaveLength(2);
});

test('an upload is sent whole again', async () => {
  const { prove } = protect();
  const sizes: number[] = [];
  const { intercept } = proxy;
  proxy.intercept = async (request) => {
    if (request.method === 'POST') sizes.push((await request.clone().arrayBuffer()).byteLength);
    return intercept?.(request);
  };
  answerPrompt(() => {
    prove();
    return 'proven';
  });
  await expect(upload(uploadPicture, { file: new Blob(['not a picture']) })).rejects.toThrow(ApiError);
  expect(sizes).toEqual([13, 13]);
});

test('calls at the same time share one question', async () => {
  const { prove } = protect();
  const isAnswered = Promise.withResolvers<void>();
  const asked = answerPrompt(async (): Promise<ProofOutcome> => {
    await isAnswered.promise;
    prove();
    return 'proven';
  });
  const calls = Promise.all(Array.from({ length: 20 }, () => call(listRecipes)));
  await expect.poll(() => proxy.requests.length).toBe(20);
  isAnswered.resolve();
  await calls;
  expect(asked.count).toBe(1);
  expect(proxy.requests).toHaveLength(40);
});

test('a call whose refusal arrives after the proof is sent again without a question', async () => {
  const { prove } = protect();
  const late = Promise.withResolvers<void>();
  const { intercept } = proxy;
  let isFirst = true;
  proxy.intercept = async (request) => {
    if (!request.url.includes('app-keys') || !isFirst) return intercept?.(request);
    isFirst = false;
    await late.promise;
    return refusal('step_up');
  };
  const asked = answerPrompt(() => {
    prove();
    return 'proven';
  });
  const slow = call(listAppKeys);
  await expect.poll(paths).toEqual(['/admin/app-keys']);
  await call(listRecipes);
  late.resolve();
  await slow;
  expect(asked.count).toBe(1);
});

test('without a proof, or without a prompt, the call fails with its own refusal, once', async () => {
  protect();
  await expect(call(listRecipes)).rejects.toMatchObject({ status: 403, message: 'Confirm it’s you first.' });
  const asked = answerPrompt(() => 'canceled');
  await expect(call(listRecipes)).rejects.toMatchObject({ status: 403, reason: 'step_up' });
  expect(asked.count).toBe(1);
  expect(proxy.requests).toHaveLength(2);
});

test('a server that asks again after the proof is not asked a third time', async () => {
  protect();
  const asked = answerPrompt(() => 'proven');
  await expect(call(listRecipes)).rejects.toMatchObject({ reason: 'step_up' });
  expect(asked.count).toBe(1);
  expect(proxy.requests).toHaveLength(2);
});

test('another refusal asks nothing', async () => {
  const asked = answerPrompt(() => 'proven');
  proxy.intercept = () => Response.json({ status: 403, message: 'No.' }, { status: 403 });
  await expect(call(listRecipes)).rejects.toMatchObject({ reason: null, message: 'No.' });
  expect(asked.count).toBe(0);
});

test('where a second factor is missing now, the session learns so once, and the call fails', async () => {
  const locked = ['account:read', 'security:manage', 'security:required'];
  proxy.intercept = ({ url }) =>
    url.endsWith('/refresh-token')
      ? Response.json({ status: 200, data: { token: 'newer', capabilities: locked } })
      : refusal('second_factor_required');
  for (let round = 0; round < 2; round += 1) {
    await expect(call(listRecipes)).rejects.toMatchObject({ reason: 'second_factor_required' });
    await expect.poll(() => useSession.getState().user?.capabilities).toEqual(locked);
  }
  expect(paths().filter((path) => path.includes('refresh'))).toHaveLength(1);
});
