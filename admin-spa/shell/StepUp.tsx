import { useEffect, useState } from 'react';
import { useSession } from '#client/session.ts';
import { type ProofOutcome, setStepUpPrompt } from '#client/step-up.ts';
import { lazy, OpenedModule } from '../ui/lazy.tsx';

const dialog = lazy(() => import('./StepUpDialog.tsx'));

type Settle = (outcome: ProofOutcome) => void;

/** Asks who is there when a call needs to know it. The call waits, so that nothing typed is lost. */
export function StepUp() {
  const [settle, setSettle] = useState<Settle | null>(null);
  const isSignedIn = useSession(({ accessToken }) => accessToken !== null);

  useEffect(() => {
    let answer: Settle | null = null;
    const takeAway = setStepUpPrompt(async () => {
      const outcome = await new Promise<ProofOutcome>((resolve) => {
        answer = resolve;
        setSettle(() => resolve);
      });
      setSettle(null);
      return outcome;
    });
    return () => {
      takeAway();
      answer?.('canceled');
    };
  }, []);
  // Without a session there is nothing to prove, and the dialog would cover the sign-in.
  useEffect(() => {
    if (!isSignedIn) settle?.('canceled');
  }, [isSignedIn, settle]);

  if (!settle) return null;
  return (
    <OpenedModule code={dialog} close={() => settle('canceled')}>
      {({ StepUpDialog }) => <StepUpDialog settle={settle} />}
    </OpenedModule>
  );
}
