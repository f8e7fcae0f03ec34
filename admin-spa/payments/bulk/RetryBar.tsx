import { useQueryClient } from '@tanstack/react-query';
import { MAX_RETRIED_PAYMENTS } from '#contract/payments/list.ts';
import type { FailedPayment } from '#contract/payments/records.ts';
import { ConfirmButton } from '../../ui/feedback/ConfirmButton.tsx';
import { useSingleMutation } from '../../ui/feedback/use-single-mutation.ts';
import { formatCount } from '../../ui/format/format.ts';
import type { ListState } from '../../ui/list/list-state.ts';
import { SelectionBar } from '../../ui/list/SelectionBar.tsx';
import { type AllSelected, type Selection, selectionText } from '../../ui/list/selection.tsx';
import type { LatestPage } from '../../ui/list/use-list-page.ts';
import { selectionOf, startRetryMutation } from './queries.ts';
import { countText, questionText, retryConsequences } from './retry-text.ts';

type Props = {
  state: ListState;
  page: LatestPage<FailedPayment>;
  selection: Selection<FailedPayment>;
  all: AllSelected;
};

/** For the chosen payments, or for all that the list shows. Its text is announced also while there is no bar. */
export function RetryBar({ state, page, selection, all }: Props) {
  const { chosen } = selection;
  const { mutate, isPending } = useSingleMutation(startRetryMutation(useQueryClient()));
  // A whole selection is compared with an exact total.
  const total = page.isMinimum || (page.total ?? 0) > MAX_RETRIED_PAYMENTS ? null : page.total;
  const isAll = all.isSelected && total !== null && total > 0;
  const count = isAll ? total : chosen.size;
  const text = isAll ? `All ${countText(count)} selected` : selectionText(selection);
  const clear = () => {
    all.clear();
    selection.clear();
  };
  const onSuccess = () => {
    clear();
    // Its progress is above the rows.
    document.querySelector('main h1')?.scrollIntoView({ block: 'nearest' });
  };
  const start = () => {
    if (isAll) mutate({ selection: selectionOf(state), expected: count }, { onSuccess });
    else mutate({ ids: [...chosen.keys()], selection: {}, expected: count }, { onSuccess });
  };
  const isPageChosen = page.rows.length > 0 && page.rows.every(({ id }) => chosen.has(Number(id)));
  return (
    <>
      <p className="visually-hidden" role="status">
        {text}
      </p>
      {count > 0 && (
        <SelectionBar label="Selected payments" text={text} clear={clear} takesFocus={isAll}>
          <ConfirmButton
            label={`Retry ${countText(count)}`}
            busyLabel="Starting…"
            isBusy={isPending}
            title={questionText(count, isAll ? state.filters.platform : undefined)}
            className=""
            onConfirm={start}
          >
            {retryConsequences}
          </ConfirmButton>
          {!isAll && total !== null && total > page.rows.length && (
            <button
              type="button"
              className="secondary"
              onClick={all.select}
            >{`Select all ${formatCount(total)} payments that match`}</button>
          )}
          {isPageChosen && total === null && page.total !== null && (
            <p className="muted">Narrow the list to 10,000 payments or fewer to select them all.</p>
          )}
        </SelectionBar>
      )}
    </>
  );
}
