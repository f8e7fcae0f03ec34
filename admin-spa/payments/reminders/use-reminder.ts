import { useQueryClient } from '@tanstack/react-query';
import { toast } from 'react-hot-toast/headless';
import { call } from '#client/call.ts';
import type { FailedPayment } from '#contract/payments/records.ts';
import { remindCustomer } from '#contract/payments/reminders.ts';
import { errorMessage } from '#forms/error-message.ts';
import { useSingleMutation } from '../../ui/feedback/use-single-mutation.ts';
import { changeRows } from '../live/change-rows.ts';
import { failedPaymentsKey } from '../payment-queries.ts';

/** The row says at once that the customer was reminded. */
export function useReminder({ id }: FailedPayment): { remind: () => void; isPending: boolean } {
  const client = useQueryClient();
  const { mutate, isPending } = useSingleMutation({
    mutationFn: () => call(remindCustomer, { parameters: { id } }),
    onSuccess: ({ data, message }) => {
      toast.success(message || 'The reminder is on its way.');
      changeRows(client, (rows) => rows.map((row) => (row.id === id ? { ...row, reminder: data } : row)));
      void client.invalidateQueries({ queryKey: ['users', 'audit'] });
    },
    onError: (error) => {
      toast.error(errorMessage(error));
      // A colleague may have reminded, or the store has said something new.
      void client.invalidateQueries({ queryKey: failedPaymentsKey });
    },
  });
  return { remind: () => mutate(), isPending };
}
