import * as v from 'valibot';

/**
 * What an administrator may do is fixed for each of them (docs/security.md). It is no `role` of the specification: that is
 * `admin` for all four.
 */
export const administratorRoles = ['owner', 'support', 'editor', 'analyst'] as const;
export type AdministratorRole = (typeof administratorRoles)[number];

export const roleNames: Readonly<Record<AdministratorRole, string>> = {
  owner: 'Owner',
  support: 'Support',
  editor: 'Editor',
  analyst: 'Analyst',
};

export const administratorRole = v.picklist(administratorRoles);

const CHOOSE_A_ROLE = 'Choose a role.';

/** As a body sends it: a missing one has the message of a wrong one. */
export const chosenRole = v.pipe(
  v.optional(v.string(CHOOSE_A_ROLE), ''),
  v.picklist(administratorRoles, CHOOSE_A_ROLE),
);
