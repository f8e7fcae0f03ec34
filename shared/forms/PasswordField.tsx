import { useState } from 'react';
import { Field, type FieldProps } from './Field.tsx';

export function PasswordField(props: FieldProps & { live: boolean }) {
  const [shown, setShown] = useState(false);
  const { live, ...field } = props;
  return (
    <div className="password">
      <Field {...field} type={shown ? 'text' : 'password'} autoCapitalize="none" spellCheck={false} />
      <button
        type="button"
        className="reveal"
        disabled={!live}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
      >
        <span aria-hidden="true">{shown ? 'Hide' : 'Show'}</span>
        <span className="visually-hidden">Show {props.label.toLowerCase()}</span>
      </button>
    </div>
  );
}
