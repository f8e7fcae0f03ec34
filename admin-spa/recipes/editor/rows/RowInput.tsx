import { useId } from 'react';

type Props = {
  className: string;
  name: string;
  label: string;
  placeholder: string;
  value: string;
  error: string | undefined;
  onEdit: (text: string) => void;
};

export function RowInput({ className, name, label, placeholder, value, error, onEdit }: Props) {
  const errorId = useId();
  return (
    <div className={`part-input ${className}`}>
      <input
        name={name}
        aria-label={label}
        placeholder={placeholder}
        autoComplete="off"
        value={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? errorId : undefined}
        onChange={({ target }) => onEdit(target.value)}
      />
      {error && (
        <small id={errorId} className="error">
          {error}
        </small>
      )}
    </div>
  );
}
