import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { toast } from 'react-hot-toast/headless';
import { call } from '#client/call.ts';
import { type Courtesy, revokeCourtesy } from '#contract/users/courtesy.ts';
import type { User } from '#contract/users/records.ts';
import { errorMessage } from '#forms/error-message.ts';
import { Card } from '../../ui/Card.tsx';
import { When } from '../../ui/date/When.tsx';
import { ConfirmButton } from '../../ui/feedback/ConfirmButton.tsx';
import { QueryStates, useErrorToast } from '../../ui/feedback/QueryStates.tsx';
import { useSingleMutation } from '../../ui/feedback/use-single-mutation.ts';
import { fullName } from '../../ui/format/format.ts';
import { useHeadingFocusOnRemoval } from '../../ui/navigation/use-heading-focus.ts';
import { auditKey } from '../queries.ts';
import { CourtesyForm } from './CourtesyForm.tsx';
import { courtesyQuery, formatDay } from './courtesy-query.ts';

const TITLE = 'courtesy-title';

type Props = { user: User; userId: string; isClosed: boolean };

/** Access that administrators grant without a subscription. None is granted to a closed account. */
export function CourtesyAccess({ user, userId, isClosed }: Props) {
  const query = useQuery(courtesyQuery(userId));
  useErrorToast(query.error, query.errorUpdatedAt);
  const courtesy = query.data?.data;
  return (
    <Card title="Courtesy access" titleId={TITLE}>
      <QueryStates
        query={query}
        failure="The courtesy access couldn’t be loaded."
        isLoaded={courtesy !== undefined}
      >
        {courtesy ? (
          <Granted courtesy={courtesy} user={user} userId={userId} />
        ) : (
          <p className="muted">{courtesy === null ? 'None. Access depends on a subscription.' : '\u00a0'}</p>
        )}
      </QueryStates>
      {!isClosed && <CourtesyForm userId={userId} isReplacing={Boolean(courtesy)} />}
    </Card>
  );
}

function Granted({ courtesy, user, userId }: Omit<Props, 'isClosed'> & { courtesy: Courtesy }) {
  const client = useQueryClient();
  const part = useRef<HTMLDivElement>(null);
  useHeadingFocusOnRemoval(part);
  const { queryKey } = courtesyQuery(userId);
  const { mutate, isPending } = useSingleMutation({
    mutationFn: () => call(revokeCourtesy, { parameters: { userId } }),
    onSuccess: ({ message }) => {
      client.setQueryData(queryKey, (old) => old && { ...old, data: null });
      void client.invalidateQueries({ queryKey: auditKey(userId) });
      toast.success(message || 'Access revoked');
    },
    onError: (error) => {
      toast.error(errorMessage(error));
      // It may have ended, or a colleague has revoked it.
      void client.invalidateQueries({ queryKey });
    },
  });
  return (
    <div ref={part} className="courtesy">
      <p>
        Access until <b>{formatDay(courtesy.until)}</b>, granted by {courtesy.grantedBy} on{' '}
        <When at={courtesy.grantedAt} />: {courtesy.reason}
      </p>
      <ConfirmButton
        label="Revoke access"
        busyLabel="Revoking…"
        isBusy={isPending}
        title={`Revoke ${fullName(user)}’s courtesy access?`}
        isDestructive
        onConfirm={() => mutate()}
      >
        It ends right away. Any subscription stays as it is.
      </ConfirmButton>
    </div>
  );
}
