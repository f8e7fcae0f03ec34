import { Link } from 'wouter';
import { can } from '#client/capabilities.ts';
import type { AuditedRecord } from '#contract/activity.ts';
import { AllowedLink } from '../records/AllowedLink.tsx';
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
      <AllowedLink
        needs={record.kind === 'recipe' ? 'recipes:read' : 'users:read'}
        href={address ?? undefined}
        className="one-line"
      >
        <bdi>{name}</bdi>
      </AllowedLink>{' '}
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

/** The server sends no names to a role without `people:read`. */
export function recordName({ kind, id, name, userId }: AuditedRecord): string {
  if (kind !== 'recipe' && userId !== null && !can('people:read'))
    return kind === 'user' ? `User ${userId}` : `Payment ${id}`;
  if (name === null) return removedNames[kind];
  return kind === 'payment' ? `Payment of ${name}` : name;
}

/** A payment is on the page of its user. */
function screenAddress({ kind, id, name, userId }: AuditedRecord): string | null {
  if (kind !== 'recipe') return userId === null ? null : userAddress(userId);
  return id === null || name === null ? null : recipeAddress(id);
}
