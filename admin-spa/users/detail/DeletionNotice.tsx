import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { toast } from 'react-hot-toast/headless';
import { call } from '#client/call.ts';
import { stopDeletion } from '#contract/users/access.ts';
import type { Deletion } from '#contract/users/read.ts';
import type { User } from '#contract/users/records.ts';
import { errorMessage } from '#forms/error-message.ts';
import { ConfirmButton } from '../../ui/feedback/ConfirmButton.tsx';
import { useSingleMutation } from '../../ui/feedback/use-single-mutation.ts';
import { fullName } from '../../ui/format/format.ts';
import { When } from '../../ui/format/When.tsx';
import { useHeadingFocusOnRemoval } from '../../ui/navigation/use-heading-focus.ts';
import { userQuery } from '../queries.ts';
import { applySavedUser, presentFields } from './update-user-mutation.ts';

type Props = {
  deletion: Deletion;
  user: User;
  userId: string;
  canStop: boolean;
};

/** Says when a deletion was requested and when the data is erased. It can be stopped until then. */
export function DeletionNotice({ deletion, user, userId, canStop }: Props) {
  const { requestedAt, confirmedAt, dueAt, erasedAt } = deletion;
  const notice = useRef<HTMLElement>(null);
  useHeadingFocusOnRemoval(notice);
  const client = useQueryClient();
  const detail = userQuery(userId).queryKey;
  const { mutate, isPending } = useSingleMutation({
    mutationFn: () => call(stopDeletion, { parameters: { userId } }),
    async onSuccess({ data, version, message }) {
      toast.success(message || 'Deletion stopped.');
      await applySavedUser(client, userId, { user: presentFields(data), version });
      client.setQueryData(detail, (old) => old && { ...old, deletion: null });
      void client.invalidateQueries({ queryKey: detail });
    },
    onError: (error) => {
      toast.error(errorMessage(error));
      // It may have been stopped or finished meanwhile.
      void client.invalidateQueries({ queryKey: detail });
    },
  });
  if (erasedAt) {
    return (
      <p className="card">
        The personal data of this user was erased on{' '}
        <b>
          <When at={erasedAt} />
        </b>
        .
      </p>
    );
  }
  return (
    <section ref={notice} className="card deletion" aria-labelledby="deletion-title">
      <h2 id="deletion-title">Deletion in progress</h2>
      <p>
        Requested on <When at={requestedAt} />, confirmed on <When at={confirmedAt} />. The personal data will
        be erased on{' '}
        <b>
          <When at={dueAt} />
        </b>
        .
      </p>
      {canStop && (
        <ConfirmButton
          label="Stop deletion"
          busyLabel="Stopping…"
          isBusy={isPending}
          title={`Stop the deletion of ${fullName(user)}?`}
          onConfirm={() => mutate()}
        >
          The account opens again as it was before, and its owner gets an email. Ended sessions stay ended.
        </ConfirmButton>
      )}
    </section>
  );
}
