import { useId } from 'react';

type Props = {
  name: string;
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
  id?: string;
  /** Is needed if no label element names it. */
  label?: string;
  placeholder?: string;
};

/** A text area as high as its text. A copy of the text beneath it sets the height, without measuring. */
export function GrowingText({ name, value, onChange, error, id, label, placeholder }: Props) {
  const errorId = useId();
  return (
    <>
      <div className="growing" data-text={value}>
        <textarea
          id={id}
          name={name}
          rows={1}
          aria-label={label}
          placeholder={placeholder}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      </div>
      {error && (
        <small id={errorId} className="error">
          {error}
        </small>
      )}
    </>
  );
}
