import { useQueryClient } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { Offered } from '../../account/Offered.tsx';
import { readListState } from '../../ui/list/list-state.ts';
import { failedPaymentsQuery, paymentListOptions } from '../payment-queries.ts';
import { PaymentTabs } from './PaymentTabs.tsx';

/** A screen below the list of failed payments, whose answer names the feature. */
export function OfferedByPayments(props: Omit<ComponentProps<typeof Offered>, 'load'>) {
  const client = useQueryClient();
  const load = () => client.query(failedPaymentsQuery(readListState('', paymentListOptions)));
  return (
    <>
      <PaymentTabs />
      <Offered {...props} load={load} />
    </>
  );
}
