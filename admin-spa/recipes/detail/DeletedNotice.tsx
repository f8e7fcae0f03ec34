import { When } from '../../ui/format/When.tsx';

const DAYS_UNTIL_REMOVAL = 30;

/** `deletedAt` is ISO 8601; null if the provider does not say. */
export function DeletedNotice({ deletedAt }: { deletedAt: string | null }) {
  return (
    <p className="deleted-notice">
      {deletedAt === null ? (
        'This recipe is deleted.'
      ) : (
        <>
          This recipe was deleted on <When at={deletedAt} hasTime />. You can restore it until{' '}
          <When at={lastDay(deletedAt)} />.
        </>
      )}
    </p>
  );
}

function lastDay(deletedAt: string): string {
  const date = new Date(deletedAt);
  if (Number.isNaN(date.getTime())) return deletedAt;
  date.setDate(date.getDate() + DAYS_UNTIL_REMOVAL);
  return date.toISOString();
}
