import { useId } from 'react';
import { type AdministratorRole, administratorRoles, roleNames } from '#contract/roles.ts';

const descriptions: Readonly<Record<AdministratorRole, string>> = {
  owner: 'Can do everything, including administrators, app keys, and exports of users.',
  support: 'Helps users and recovers payments. Changes no recipes, and exports no lists.',
  editor: 'Works on recipes, imports, and pictures. Sees no users, no payments, and no revenue.',
  analyst: 'Sees figures and lists, but no names, emails, or phone numbers. Changes nothing.',
};

/** Offers the roles, each with a sentence about what it may do, as `administrator_role` of a form. */
export function RoleField({ error }: { error: string | undefined }) {
  const id = useId();
  return (
    <fieldset className="radio-field" aria-describedby={error && `${id}-error`}>
      <legend>Role</legend>
      {administratorRoles.map((one) => (
        <label key={one}>
          <input
            type="radio"
            name="administrator_role"
            value={one}
            required
            aria-labelledby={`${id}-${one}-name`}
            aria-describedby={`${id}-${one}`}
          />
          <strong id={`${id}-${one}-name`}>{roleNames[one]}</strong>
          <small id={`${id}-${one}`} className="muted">
            {descriptions[one]}
          </small>
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

/** Reads the role that is chosen in a form; undefined without one. */
export function readRole(value: string | undefined): AdministratorRole | undefined {
  return administratorRoles.find((role) => role === value);
}
