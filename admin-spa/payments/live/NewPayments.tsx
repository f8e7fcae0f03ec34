type Props = {
  /** The text that counts the rows of the list. */
  count: string | null;
  newcomers: number;
  show: () => void;
};

/** As high without new payments as with them, so that the rows stay where they are. */
export function NewPayments({ count, newcomers, show }: Props) {
  const isOne = newcomers === 1;
  return (
    <div className="payments-line">
      <p role="status" className="count">
        {count}
      </p>
      <p role="status">{newcomers > 0 && `${newcomers} new failed ${isOne ? 'payment' : 'payments'}.`}</p>
      {newcomers > 0 && (
        <button type="button" className="secondary" onClick={show}>
          Show {isOne ? 'it' : 'them'}
        </button>
      )}
    </div>
  );
}
