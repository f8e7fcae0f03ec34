import { Link, useLocation } from 'wouter';
import { useCanOpen } from '../can-open.ts';
import { routes } from '../routes.ts';
import { formatCount } from '../ui/format/format.ts';

/** Warns on every screen. It stands in the room above the title, which is there anyway, so that nothing moves. */
export function UrgentRefunds({ urgent }: { urgent: number }) {
  const canOpen = useCanOpen();
  const [path] = useLocation();
  if (!canOpen(routes.refunds)) return null;
  return (
    <aside className="urgent-refunds" aria-label="Warning">
      {/* Rendered before its text, so that screen readers announce it. */}
      <p role="status">
        {urgent > 0 && (
          <span>
            <strong>{urgentText(urgent)}</strong>{' '}
            {path !== routes.refunds && <Link href={routes.refunds}>Open refund requests</Link>}
          </span>
        )}
      </p>
    </aside>
  );
}

function urgentText(count: number): string {
  const subject = count === 1 ? 'A refund request ends' : `${formatCount(count)} refund requests end`;
  return `${subject} in less than two hours.`;
}
