import { type AdministratorRole, administratorRoles, roleNames } from '#contract/roles.ts';
import { RadioField } from '../../ui/form/RadioField.tsx';

const descriptions: Readonly<Record<AdministratorRole, string>> = {
  owner: 'Can do everything, including administrators, app keys, and exports of users.',
  support: 'Helps users and recovers payments. Changes no recipes, and exports no lists.',
  editor: 'Works on recipes, imports, and pictures. Sees no users, no payments, and no revenue.',
  analyst: 'Sees figures and lists, but no names, emails, or phone numbers. Changes nothing.',
};

/** Offers the roles, each with a sentence about what it may do, as `administrator_role` of a form. */
export function RoleField({ error }: { error: string | undefined }) {
  return (
    <RadioField
      legend="Role"
      name="administrator_role"
      options={administratorRoles.map((role) => ({
        value: role,
        name: roleNames[role],
        text: descriptions[role],
      }))}
      error={error}
    />
  );
}

/** Reads the role that is chosen in a form; undefined without one. */
export function readRole(value: string | undefined): AdministratorRole | undefined {
  return administratorRoles.find((role) => role === value);
}
