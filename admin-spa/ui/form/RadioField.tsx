import { useId } from 'react';

type Option<Value extends string> = {
  value: Value;
  name: string;
  /** What it means, as a sentence. */
  text?: string;
};

type Props<Value extends string> = {
  legend: string;
  /** The name that the radio buttons share in their form. */
  name: string;
  options: readonly Option<Value>[];
  error: string | undefined;
  isHidden?: boolean;
  /** The choice, where more than the form follows from it. */
  chosen?: { value: Value | undefined; choose: (value: Value) => void };
};

/** Radio buttons, each with a sentence about what it means. */
export function RadioField<Value extends string>(props: Props<Value>) {
  const { legend, name, options, error, isHidden, chosen } = props;
  const id = useId();
  return (
    <fieldset className="radio-field" hidden={isHidden} aria-describedby={error ? `${id}-error` : undefined}>
      <legend>{legend}</legend>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={name}
            value={option.value}
            required
            {...(chosen && {
              checked: chosen.value === option.value,
              onChange: () => chosen.choose(option.value),
            })}
            aria-labelledby={`${id}-${option.value}-name`}
            aria-describedby={option.text === undefined ? undefined : `${id}-${option.value}`}
          />
          <strong id={`${id}-${option.value}-name`}>{option.name}</strong>
          {option.text !== undefined && (
            <small id={`${id}-${option.value}`} className="muted">
              {option.text}
            </small>
          )}
        </label>
      ))}
      {error && (
        <small id={`${id}-error`} className="error" role="alert">
          {error}
        </small>
      )}
    </fieldset>
  );
}
