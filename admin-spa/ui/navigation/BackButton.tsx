import { useLocation } from 'wouter';
import { cameFrom } from './history-origin.ts';

/** Returns to the list in its last state if the user came from it. */
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
