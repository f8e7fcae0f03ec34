import { When } from '../../ui/format/When.tsx';

/** The server counts 30 times 24 hours. */
const MS_UNTIL_REMOVAL = 30 * 86_400_000;

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
  const end = new Date(Date.parse(deletedAt) + MS_UNTIL_REMOVAL);
  return Number.isNaN(end.getTime()) ? deletedAt : end.toISOString();
}
