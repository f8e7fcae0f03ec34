import { type VariableDescription, type VariableGroup, variableGroups, variables } from './variables.ts';

/** What `compose.yaml` sets for the server itself, whatever `.env` says. */
const setByCompose = ['HOST', 'PORT', 'DATA_DIR', 'DATABASE_URL', 'TRUSTED_PROXIES'];

/** The text of `deploy/.env.example`. Docker Compose and systemd read the same format. */
export function renderEnvExample(): string {
  const groups = Object.keys(variableGroups) as VariableGroup[];
  return [
    '# Written by `npm run env:example`. For Docker Compose copy this file to `.env` beside compose.yaml, for systemd to',
    '# /etc/mealwright.env. A line without # sets a variable; an empty value counts as unset. Put a value with a space or',
    '# one of # $ & ; between single quotes.',
    '',
    '# ── Docker Compose only ──',
    '# compose.yaml needs this variable and SITE_URL below, and sets these itself:',
    `# ${setByCompose.join(', ')}.`,
    '',
    '# The password of the database. Secret. Only letters and digits, because it becomes a part of an address.',
    'POSTGRES_PASSWORD=',
    ...groups.flatMap((group) => [
      '',
      `# ── ${variableGroups[group]} ──`,
      ...variables.filter((variable) => variable.group === group).flatMap(renderVariable),
    ]),
    '',
  ].join('\n');
}

function renderVariable({ name, standard, text, isSecret }: VariableDescription): string[] {
  const isValue = /^\S+$/.test(standard) && name !== 'SITE_URL';
  const remarks = [
    text,
    ...(isSecret ? ['Secret.'] : []),
    ...(standard === '' || isValue ? [] : [`Default: ${standard}.`]),
  ];
  // Every host but a trial needs its address.
  const start = name === 'SITE_URL' ? '' : '#';
  return ['', `# ${remarks.join(' ')}`, `${start}${name}=${isValue ? standard : ''}`];
}
