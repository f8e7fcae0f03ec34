import { useLocation } from 'wouter';
import { cameFrom } from './history-origin.ts';

/** Leads from a record to its list: to the list as it was, where that is where one came from. */
export function BackButton({ to }: { to: string }) {
  const [, navigate] = useLocation();
  return (
    <button
      type="button"
      className="secondary"
      onClick={() => (cameFrom(to) ? history.back() : navigate(to))}
    >
      Back
    </button>
  );
}
