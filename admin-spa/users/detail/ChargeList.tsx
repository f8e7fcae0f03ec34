import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '#client/call.ts';
import { type Charge, listCharges } from '#contract/subscriptions.ts';
import { CardPaging, ROWS_PER_CARD, useCardPage, usePageRows } from '../../ui/CardPaging.tsx';
import { FailedPanel } from '../../ui/feedback/QueryStates.tsx';
import { formatDollars, formatMinor } from '../../ui/format/currency.ts';
import { EMPTY_VALUE } from '../../ui/format/format.ts';
import { When } from '../../ui/format/When.tsx';
import { historiesKey } from '../queries.ts';

/** It is loaded again with the history, because a retry adds to both. */
function chargesQuery(subscriptionId: string | number, page: number) {
  return queryOptions({
    queryKey: [...historiesKey, 'charges', String(subscriptionId), page],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => ({
      ...(await call(listCharges, {
        parameters: { id: subscriptionId },
        query: { page, pageSize: ROWS_PER_CARD },
        signal,
      })),
      page,
    }),
  });
}

/** What the store collected for a subscription, in pages. */
export function ChargeList({ id, name }: { id: string | number; name: string }) {
  const pages = useCardPage();
  const { data, error, isFetching, refetch } = useQuery(chargesQuery(id, pages.page));
  const rows = usePageRows(pages, data, data?.data);
  if (error && !rows) {
    return <FailedPanel message="The charges couldn’t be loaded." retry={refetch} isBusy={isFetching} />;
  }
  if (!rows) return <p role="status">Loading...</p>;
  if (rows.length === 0) return <p className="muted">Nothing was charged.</p>;
  return (
    <>
      <ul className="charges" aria-label={`Charges of ${name}`} aria-busy={isFetching}>
        {rows.map((charge) => (
          <li key={charge.id}>
            <ChargeLine charge={charge} />
          </li>
        ))}
      </ul>
      <CardPaging label={`Pages of the charges of ${name}`} pages={pages} answer={data} rows={rows.length} />
    </>
  );
}

function ChargeLine({ charge }: { charge: Charge }) {
  const notes = chargeNotes(charge);
  return (
    <>
      <When at={charge.at} /> <span className="amount">{chargeAmount(charge)}</span>
      <span>{notes.length > 0 && ` ${notes.join(', ')}`}</span>
    </>
  );
}

/** Writes what was charged with the sign of its currency, as in "€9.99" or "¥1,200". */
function chargeAmount({ amount, currency, amount_minor }: Charge): string {
  if (amount_minor !== null) return formatMinor(amount_minor, currency);
  return amount === null ? EMPTY_VALUE : formatDollars(amount);
}

/** Says who recovered it, what was refunded, and whether no revenue includes it. */
function chargeNotes(charge: Charge): string[] {
  const { amount, isRecovered, isRecoveredAlone } = charge;
  return [
    ...(isRecovered ? [isRecoveredAlone ? 'recovered by the store' : 'after a retry'] : []),
    ...refundNotes(charge),
    ...(amount === null ? ['not converted'] : []),
  ];
}

function refundNotes({ currency, amount_minor, refunded_minor }: Charge): string[] {
  if (refunded_minor === 0) return [];
  const isPart = amount_minor !== null && refunded_minor < amount_minor;
  return [`${isPart ? 'partly refunded' : 'refunded'} ${formatMinor(refunded_minor, currency)}`];
}
