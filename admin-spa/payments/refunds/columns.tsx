import type { ReactNode } from 'react';
import { can } from '#client/capabilities.ts';
import type { RefundRequest, RefundView } from '#contract/refunds.ts';
import { formatMinor } from '../../ui/format/currency.ts';
import { EMPTY_VALUE } from '../../ui/format/format.ts';
import { When } from '../../ui/format/When.tsx';
import type { Column } from '../../ui/table/columns.ts';
import { Customer, Opener, TwoLines, UserNumber } from '../cells.tsx';
import { PlatformLabel } from '../labels.tsx';
import { historyText, isUnsent, isUrgent, reasonText, standingOf, timeLeft } from './labels.ts';

type Shown = {
  view: RefundView;
  now: Date;
  open: (request: RefundRequest) => void;
  /** The id of the request whose details are open, as text. */
  openId: string | null;
};

/** A row has at most two lines. What takes sentences stands in the drawer. */
export function refundColumns({ view, now, open, openId }: Shown): readonly Column<RefundRequest>[] {
  const hasPeople = can('people:read');
  const opener = (request: RefundRequest, text: string) => (
    <Opener
      text={text}
      details="refund request"
      isOpen={openId === String(request.id)}
      open={() => open(request)}
    />
  );
  return [
    ...(hasPeople ? [customerColumn(opener)] : []),
    {
      title: 'Product',
      kind: 'code',
      isRowHeader: !hasPeople,
      cell: (request) => (
        <TwoLines
          first={hasPeople ? request.productId : opener(request, request.productId ?? 'Refund request')}
          second={<PlatformLabel platform={request.store} />}
          title={request.productId}
        />
      ),
    },
    // The product opens the drawer where no person is named.
    ...(hasPeople ? [] : [userColumn]),
    amountColumn,
    {
      title: 'Reason and history',
      kind: 'summary',
      cell: (request) => {
        const history = request.history && historyText(request.history);
        return (
          <TwoLines
            first={reasonText(request)}
            second={history}
            title={[reasonText(request), history].filter(Boolean).join('. ')}
          />
        );
      },
    },
    { title: 'Asked', kind: 'date', cell: ({ askedAt }) => <When at={askedAt} hasTime /> },
    {
      title: 'State',
      kind: 'check',
      cell: (request) => <State request={request} now={now} />,
    },
    ...(view === 'decided' ? [decidedColumn] : view === 'waiting' ? [] : [timeColumn(now)]),
  ];
}

function customerColumn(opener: (request: RefundRequest, text: string) => ReactNode): Column<RefundRequest> {
  return {
    title: 'Customer',
    kind: 'address',
    isRowHeader: true,
    cell: (request) => (
      <Customer
        name={request.name}
        email={request.email}
        userId={request.userId}
        opener={(text) => opener(request, text)}
      />
    ),
  };
}

const userColumn: Column<RefundRequest> = {
  title: 'User',
  cell: ({ userId }) => <UserNumber userId={userId} />,
};

const amountColumn: Column<RefundRequest> = {
  title: 'Amount',
  kind: 'amount',
  cell: ({ amount }) => (amount ? formatMinor(amount.minor, amount.currency) : EMPTY_VALUE),
};

const decidedColumn: Column<RefundRequest> = {
  title: 'Decided',
  kind: 'deadline',
  cell: ({ decidedAt }) => <When at={decidedAt} hasTime />,
};

/** It says how sure the end is, which is the same for every row. */
function timeColumn(now: Date): Column<RefundRequest> {
  return {
    title: 'Time left (computed)',
    kind: 'deadline',
    cell: (request) =>
      isUnsent(request) ? (
        <div className="lines">
          <TimeLeft request={request} now={now} />
          <small>
            until <When at={request.answerDueAt} hasTime />
          </small>
        </div>
      ) : (
        EMPTY_VALUE
      ),
  };
}

export function TimeLeft({ request, now }: { request: RefundRequest; now: Date }) {
  return <span data-urgent={isUrgent(request, now) || undefined}>{timeLeft(request, now)}</span>;
}

function State({ request, now }: { request: RefundRequest; now: Date }) {
  const { tone, word, detail } = standingOf(request, now);
  return (
    <div className="lines" title={detail || undefined}>
      <span className="badge" data-tone={tone}>
        {word}
      </span>
      {detail && <small className="cut">{detail}</small>}
      {/* Narrow tables have no column for it. */}
      {!detail && (
        <small className="time-left">
          <TimeLeft request={request} now={now} />
        </small>
      )}
    </div>
  );
}
