import type { QueryClient } from '@tanstack/react-query';
import { create } from 'zustand';
import { call } from '#client/call.ts';
import { upload } from '#client/upload.ts';
import { createImport, uploadImportFile } from '#contract/recipes/imports.ts';
import { errorMessage } from '#forms/error-message.ts';
import { setUnsaved } from '../../../ui/form/unsaved.ts';
import { applyImport } from '../queries.ts';

export type Upload = {
  readonly key: number;
  /** Null until the import is created. */
  readonly importId: number | null;
  readonly name: string;
  readonly file: Blob;
  readonly state: 'waiting' | 'sending' | 'failed';
  readonly sentBytes: number;
  readonly problem: string | null;
  /** False if the server would refuse it again. */
  readonly canRetry: boolean;
};

type State = {
  /** Uploaded files are in the import. */
  readonly uploads: readonly Upload[];
  /** An import that was created for the first file, until the screen has moved to its address. */
  readonly createdId: number | null;
};

const empty: State = { uploads: [], createdId: null };

/** Uploads go on while other screens are shown. */
export const useUploads = create<State>()(() => empty);

type File = Pick<Upload, 'name' | 'file' | 'importId'> & { problem: string | null };

type Outcome = { isUploaded: boolean };

const controllers = new Map<number, AbortController>();
const settlers = new Map<number, (outcome: Outcome) => void>();
let newestKey = 0;
let isSending = false;

/** Adds a file and sends it after the earlier ones. Resolves to false if it is left out. */
export async function addUpload(client: QueryClient, { problem, ...file }: File): Promise<boolean> {
  newestKey += 1;
  const key = newestKey;
  const state = problem === null ? 'waiting' : 'failed';
  setUploads([
    ...useUploads.getState().uploads,
    { ...file, key, state, problem, sentBytes: 0, canRetry: problem === null },
  ]);
  const outcome = new Promise<Outcome>((resolve) => settlers.set(key, resolve));
  void sendWaiting(client);
  return (await outcome).isUploaded;
}

export function retryUpload(client: QueryClient, key: number): void {
  change(key, { state: 'waiting', problem: null });
  void sendWaiting(client);
}

/** An upload that runs is stopped. */
export function leaveOut(keys: readonly number[]): void {
  setUploads(useUploads.getState().uploads.filter(({ key }) => !keys.includes(key)));
  for (const key of keys) {
    controllers.get(key)?.abort();
    settle(key, { isUploaded: false });
  }
}

export function leaveOutAllOf(importId: number): void {
  const { uploads } = useUploads.getState();
  leaveOut(uploads.filter((one) => one.importId === importId).map(({ key }) => key));
}

export function forgetCreated(): void {
  useUploads.setState({ createdId: null });
}

function leaveAllOut(): void {
  leaveOut(useUploads.getState().uploads.map(({ key }) => key));
  forgetCreated();
}

/** Sends one file after another, in the order in which they were chosen. */
async function sendWaiting(client: QueryClient): Promise<void> {
  if (isSending) return;
  isSending = true;
  for (let next = nextWaiting(); next; next = nextWaiting()) await send(client, next);
  isSending = false;
}

function nextWaiting(): Upload | undefined {
  return useUploads.getState().uploads.find(({ state }) => state === 'waiting');
}

async function send(client: QueryClient, { key, name, file, importId }: Upload): Promise<void> {
  const controller = new AbortController();
  const { signal } = controller;
  controllers.set(key, controller);
  change(key, { state: 'sending', sentBytes: 0 });
  try {
    const parameters = { importId: importId ?? (await createFor(client, signal)), name };
    const onProgress = (sentBytes: number) => change(key, { sentBytes });
    const answer = await upload(uploadImportFile, { parameters, file, signal, onProgress });
    await applyImport(client, answer);
    setUploads(useUploads.getState().uploads.filter((one) => one.key !== key));
    settle(key, { isUploaded: true });
  } catch (error) {
    change(key, { state: 'failed', problem: errorMessage(error) });
  } finally {
    controllers.delete(key);
  }
}

async function createFor(client: QueryClient, signal: AbortSignal): Promise<number> {
  const answer = await call(createImport, { signal });
  const createdId = answer.data.id;
  await applyImport(client, answer);
  const { uploads } = useUploads.getState();
  useUploads.setState({
    uploads: uploads.map((one) => (one.importId === null ? { ...one, importId: createdId } : one)),
    createdId,
  });
  return createdId;
}

function change(key: number, changes: Partial<Upload>): void {
  const { uploads } = useUploads.getState();
  useUploads.setState({ uploads: uploads.map((one) => (one.key === key ? { ...one, ...changes } : one)) });
}

function settle(key: number, outcome: Outcome): void {
  settlers.get(key)?.(outcome);
  settlers.delete(key);
}

/** Closing the page and Logout ask first while a file is not uploaded. */
function setUploads(uploads: readonly Upload[]): void {
  useUploads.setState({ uploads });
  setUnsaved(leaveAllOut, { isUnsaved: uploads.length > 0 });
}
