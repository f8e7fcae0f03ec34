import { useState } from 'react';
import { Field, type FieldProps } from './Field.tsx';

export function PasswordField(props: FieldProps & { isHydrated: boolean }) {
  const [isVisible, setIsVisible] = useState(false);
  const { isHydrated, ...field } = props;
  return (
    <div className="password">
      <Field {...field} type={isVisible ? 'text' : 'password'} autoCapitalize="none" spellCheck={false} />
      <button
        type="button"
        className="reveal"
        disabled={!isHydrated}
        aria-pressed={isVisible}
        onClick={() => setIsVisible(!isVisible)}
      >
        <span aria-hidden="true">{isVisible ? 'Hide' : 'Show'}</span>
        <span className="visually-hidden">{`Show ${props.label.toLowerCase()}`}</span>
      </button>
    </div>
  );
}
