import { useLocation } from 'wouter';
import { stepsBackTo } from './scroll-and-focus.ts';

/** Goes back to the list in its last state if the user came from it. */
export function BackButton({ to }: { to: string }) {
  const [, navigate] = useLocation();
  const goBack = () => {
    const steps = stepsBackTo(to);
    if (steps > 0) history.go(-steps);
    else navigate(to);
  };
  return (
    <button type="button" className="secondary" onClick={goBack}>
      Back
    </button>
  );
}
