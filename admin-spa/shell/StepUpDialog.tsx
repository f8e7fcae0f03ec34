import { queryOptions, useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useRef } from 'react';
import { call } from '#client/call.ts';
import { useSession } from '#client/session.ts';
import type { ProofOutcome } from '#client/step-up.ts';
import { readStepUpOptions, stepUp } from '#contract/second-factor.ts';
import { ProofForm } from '#forms/ProofForm.tsx';
import { QueryStates } from '../ui/feedback/QueryStates.tsx';

/** Each question has its own answer: a passkey signs it once. */
const stepUpQuery = queryOptions({
  queryKey: ['step-up'],
  queryFn: async ({ signal }) => (await call(readStepUpOptions, { signal })).data,
  staleTime: 0,
  gcTime: 0,
});

/** Loaded when a call needs a proof. */
export function StepUpDialog({ settle }: { settle: (outcome: ProofOutcome) => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const email = useSession(({ user }) => user?.email ?? '');
  const query = useQuery(stepUpQuery);
  const { data, refetch } = query;

  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    // It gives the focus back.
    return () => shown?.close();
  }, []);

  return (
    <dialog
      ref={dialog}
      className="confirm"
      aria-labelledby="step-up-title"
      aria-describedby="step-up-text"
      onClose={() => settle('canceled')}
    >
      <h2 id="step-up-title">Confirm it’s you</h2>
      <p id="step-up-text">
        This step is sensitive, so we check that it’s really you. What you were doing continues after that.
      </p>
      <QueryStates query={query} failure="The check couldn’t be loaded." isLoaded={data !== undefined}>
        {data && (
          <ProofForm
            methods={data.methods}
            passkey={data.passkey}
            label="Confirm"
            sending="Confirming…"
            email={email}
            prove={async (proof) => {
              try {
                await call(stepUp, { body: proof });
                settle('proven');
              } catch (error) {
                if (proof.method === 'passkey') await refetch();
                throw error;
              }
            }}
          />
        )}
      </QueryStates>
      <div className="choices">
        <button type="button" className="secondary" onClick={() => dialog.current?.close()}>
          Cancel
        </button>
      </div>
    </dialog>
  );
}
