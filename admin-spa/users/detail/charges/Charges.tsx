import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { Charge, Subscription } from '#contract/subscriptions.ts';
import { CardPaging, useCardPage, usePageRows } from '../../../ui/CardPaging.tsx';
import { When } from '../../../ui/date/When.tsx';
import { FailedPanel } from '../../../ui/feedback/QueryStates.tsx';
import { formatDate } from '../../../ui/format/format.ts';
import { chargesQuery } from '../history-queries.ts';
import { chargeAmount, chargeNotes } from './charge-texts.ts';

/** What the store collected for a subscription, on demand. */
export function Charges({ subscription: { id, plan, startDate } }: { subscription: Subscription }) {
  const [isOpen, setIsOpen] = useState(false);
  const listId = useId();
  if (id === null) return null;
  const name = `${plan ?? 'the subscription'} from ${formatDate(startDate)}`;
  return (
    <>
      <button
        type="button"
        className="secondary"
        aria-label={`Charges of ${name}`}
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={() => setIsOpen(!isOpen)}
      >
        Charges
      </button>
      <div id={listId} hidden={!isOpen}>
        {isOpen && <ChargeList id={id} name={name} />}
      </div>
    </>
  );
}

function ChargeList({ id, name }: { id: string | number; name: string }) {
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
            <OneCharge charge={charge} />
          </li>
        ))}
      </ul>
      <CardPaging label={`Pages of the charges of ${name}`} pages={pages} answer={data} rows={rows.length} />
    </>
  );
}

function OneCharge({ charge }: { charge: Charge }) {
  const notes = chargeNotes(charge);
  return (
    <>
      <When at={charge.at} /> <span className="amount">{chargeAmount(charge)}</span>
      {notes.length > 0 && ` ${notes.join(', ')}`}
    </>
  );
}
