type Props = {
  /** The text that counts the rows of the list, for screen readers: the views and the paging show it. */
  count: string | null;
  newRows: number;
  /** One of them, and several, as in "failed payment". */
  names: readonly [one: string, several: string];
  show: () => void;
};

/** Says that a list has new rows. It takes no room, so that the rows stay where they are. */
export function NewRows({ count, newRows, names: [one, several], show }: Props) {
  const isOne = newRows === 1;
  return (
    <div className="new-payments">
      <p role="status" className="visually-hidden">
        {count}
      </p>
      <p role="status">{newRows > 0 && `${newRows} new ${isOne ? one : several}.`}</p>
      {newRows > 0 && (
        <button type="button" className="secondary" onClick={show}>
          {`Show ${isOne ? 'it' : 'them'}`}
        </button>
      )}
    </div>
  );
}
