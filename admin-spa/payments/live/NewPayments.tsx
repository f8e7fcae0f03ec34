type Props = {
  /** The text that counts the rows of the list. */
  count: string | null;
  newRows: number;
  show: () => void;
};

/** As high without new payments as with them, so that the rows stay where they are. */
export function NewPayments({ count, newRows, show }: Props) {
  const isOne = newRows === 1;
  return (
    <div className="payments-line">
      <p role="status" className="count">
        {count}
      </p>
      <p role="status">{newRows > 0 && `${newRows} new failed ${isOne ? 'payment' : 'payments'}.`}</p>
      {newRows > 0 && (
        <button type="button" className="secondary" onClick={show}>
          Show {isOne ? 'it' : 'them'}
        </button>
      )}
    </div>
  );
}
