import { useQueryClient } from '@tanstack/react-query';
import { useSingleMutation } from '../../../ui/feedback/use-single-mutation.ts';
import type { Listed } from '../listed.ts';
import { BulkBar } from './BulkBar.tsx';
import { startBulkChangeMutation } from './bulk-queries.ts';
import { allText } from './count-text.ts';

type Props = { listed: Listed; total: number; clear: () => void };

/** For every recipe that the list shows, in the background. */
export function AllBar({ listed: { selection }, total, clear }: Props) {
  const { mutate, isPending } = useSingleMutation(startBulkChangeMutation(useQueryClient()));
  const isDeleted = selection.state === 'deleted';
  return (
    <BulkBar
      text={allText(total)}
      count={total}
      names="These are all the recipes that match the list’s search and filters."
      isDeleted={isDeleted}
      isBusy={isPending}
      change={(change) => mutate({ selection, expected: total, change }, { onSuccess: clear })}
      clear={clear}
      // The button that selects all is removed.
      takesFocus
    />
  );
}
