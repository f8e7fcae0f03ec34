import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { call } from '#client/call.ts';
import { requestTestNotification, type StoreHealth } from '#contract/purchases/health.ts';
import { errorMessage } from '#forms/error-message.ts';
import { useSingleMutation } from '../../../ui/feedback/use-single-mutation.ts';
import { storeHealthQuery } from '../store-queries.ts';

const POLL_MS = 2_000;
/** Apple sends within seconds. */
const PATIENCE_MS = 60_000;

type Waiting = { state: 'idle' | 'waiting' | 'late'; lastTest: string | null };

/** Asks the store for a test notification, and says whether it has arrived. */
export function TestNotification({ health }: { health: StoreHealth }) {
  const client = useQueryClient();
  const [waiting, setWaiting] = useState<Waiting>({ state: 'idle', lastTest: null });
  const lastTest = health.lastTest?.receivedAt ?? null;
  const hasArrived = waiting.state !== 'idle' && lastTest !== waiting.lastTest;
  const isWaiting = waiting.state === 'waiting' && !hasArrived;
  const { mutate, isPending } = useSingleMutation({
    mutationFn: () => call(requestTestNotification, { body: { store: health.store } }),
    onMutate: () => setWaiting({ state: 'idle', lastTest }),
    onSuccess: () => {
      setWaiting({ state: 'waiting', lastTest });
      void client.invalidateQueries({ queryKey: storeHealthQuery.queryKey });
    },
    onError: (error) => toast.error(errorMessage(error)),
  });

  useEffect(() => {
    if (!isWaiting) return;
    // An answer that takes longer than the pause between two questions is waited for.
    const ask = () =>
      client.invalidateQueries({ queryKey: storeHealthQuery.queryKey }, { cancelRefetch: false });
    const polls = setInterval(() => void ask(), POLL_MS);
    const end = setTimeout(() => setWaiting((old) => ({ ...old, state: 'late' })), PATIENCE_MS);
    return () => {
      clearInterval(polls);
      clearTimeout(end);
    };
  }, [isWaiting, client]);

  if (!health.canTest) {
    return (
      <p className="muted">
        Send a test notification from Play Console: your app, Monetize with Play, Monetization setup, “Send
        test notification”.
      </p>
    );
  }
  const isBusy = isPending || isWaiting;
  return (
    <div className="test-notification">
      <button
        type="button"
        className="secondary"
        aria-disabled={isBusy || undefined}
        onClick={() => isBusy || mutate()}
      >
        {isBusy ? 'Waiting for it…' : 'Send test notification'}
      </button>
      {/* Rendered before its text, so that screen readers announce it. */}
      <p role="status">{statusText({ isWaiting, hasArrived, isLate: waiting.state === 'late' })}</p>
    </div>
  );
}

function statusText({
  isWaiting,
  hasArrived,
  isLate,
}: Readonly<Record<'isWaiting' | 'hasArrived' | 'isLate', boolean>>): string {
  if (hasArrived) return 'The test notification has arrived.';
  if (isWaiting) return 'Requested. It usually arrives within seconds.';
  if (!isLate) return '';
  return 'It hasn’t arrived. Check the production server URL in App Store Connect (your app, App Information, App Store Server Notifications), that it can be reached from outside, and the log of this server.';
}
