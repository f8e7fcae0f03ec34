import { Link } from 'wouter';
import type { AuditedRecord } from '#contract/activity.ts';
import { recipeAddress, routes, userAddress } from '../routes.ts';
import { EMPTY_VALUE } from '../ui/format/format.ts';

const removedNames = {
  user: 'A former user',
  recipe: 'A removed recipe',
  payment: 'A removed payment',
} as const satisfies Record<AuditedRecord['kind'], string>;

/** Links to the record that an entry is about, and to every entry about it. */
export function RecordLink({ record }: { record: AuditedRecord | null }) {
  if (!record) return <span>{EMPTY_VALUE}</span>;
  const name = recordName(record);
  const address = screenAddress(record);
  return (
    <div>
      {address ? (
        <Link href={address} className="one-line">
          <bdi>{name}</bdi>
        </Link>
      ) : (
        <bdi className="one-line">{name}</bdi>
      )}{' '}
      {record.id !== null && (
        <Link
          className="only"
          href={`${routes.activity}?record=${record.kind}:${record.id}`}
          aria-label={`Only this: ${name}`}
        >
          Only this
        </Link>
      )}
    </div>
  );
}

export function recordName({ kind, name }: AuditedRecord): string {
  if (name === null) return removedNames[kind];
  return kind === 'payment' ? `Payment of ${name}` : name;
}

/** A payment is on the page of its user. */
function screenAddress({ kind, id, name, userId }: AuditedRecord): string | null {
  if (kind !== 'recipe') return userId === null ? null : userAddress(userId);
  return id === null || name === null ? null : recipeAddress(id);
}
