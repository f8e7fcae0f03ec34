import { readStoredSession } from '#client/storage.ts';

/** A record whose page was open in this tab. */
export type OpenedRecord = {
  /** The path of its page. */
  readonly path: string;
  readonly name: string;
  /** The title of the screen, such as "Recipes". */
  readonly screen: string;
};

const KEY = 'opened_records';
const MAX_RECORDS = 8;

/** The newest one comes first. The records are stored for this tab and this person, until the logout. */
export function readOpenedRecords(): readonly OpenedRecord[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    if (typeof stored !== 'object' || stored === null || !('owner' in stored) || !('records' in stored))
      return [];
    return stored.owner === owner() && Array.isArray(stored.records) ? stored.records.filter(isRecord) : [];
  } catch {
    // The storage is blocked, or holds no JSON.
    return [];
  }
}

export function rememberOpenedRecord(record: OpenedRecord): void {
  const others = readOpenedRecords().filter(({ path }) => path !== record.path);
  const records = [record, ...others].slice(0, MAX_RECORDS);
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ owner: owner(), records }));
  } catch {
    // The storage is blocked or full: nothing is remembered.
  }
}

export function forgetOpenedRecords(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // The storage is blocked: it holds nothing.
  }
}

function owner(): string {
  return readStoredSession().user?.email ?? '';
}

function isRecord(value: unknown): value is OpenedRecord {
  if (typeof value !== 'object' || value === null) return false;
  return ['path', 'name', 'screen'].every((key) => typeof Reflect.get(value, key) === 'string');
}
