import { useQuery } from '@tanstack/react-query';
import { CountedAt } from '../../ui/feedback/CountedAt.tsx';
import { QueryStates } from '../../ui/feedback/QueryStates.tsx';
import { useErrorToast } from '../../ui/feedback/use-error-toast.ts';
import { PaymentTabs } from '../tabs/PaymentTabs.tsx';
import { AtRisk } from './AtRisk.tsx';
import { ClosedMonths } from './ClosedMonths.tsx';
import { recoveryFiguresQuery } from './figures-query.ts';
import { LossesCard } from './LossesCard.tsx';
import { OpenMonths } from './OpenMonths.tsx';
import { isNothing } from './results.ts';
import './figures.scss';

/** /payment-recovery/figures: what became of failed payments, and what is at risk. */
export function RecoveryFigures() {
  return (
    <>
      <PaymentTabs />
      <header className="screen-head">
        <h1>Recovery figures</h1>
      </header>
      <Figures />
    </>
  );
}

function Figures() {
  const query = useQuery(recoveryFiguresQuery);
  useErrorToast(query.error, query.errorUpdatedAt);
  const figures = query.data?.data;
  return (
    <QueryStates query={query} failure="The figures couldn’t be loaded." isLoaded={figures !== undefined}>
      {figures && isNothing(figures) ? (
        <p className="card empty">
          No figures yet. Payments that a store couldn’t collect will be counted here.
        </p>
      ) : (
        <>
          <CountedAt at={query.data?.countedAt} />
          <div className="recovery-figures" aria-busy={query.isLoading}>
            <ClosedMonths closed={figures?.closed} />
            <div className="stack">
              <OpenMonths open={figures?.open} />
              <AtRisk risk={figures?.risk} />
            </div>
            <LossesCard losses={figures?.losses} />
          </div>
        </>
      )}
    </QueryStates>
  );
}
