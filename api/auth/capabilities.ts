import { type Capability, capabilities } from '#contract/capabilities.ts';
import type { AdministratorRole } from '#contract/roles.ts';
import type { SecondFactorRequirement } from '#contract/second-factor.ts';
import type { Db } from '../db/schema.ts';
import { rolesOf } from './access.ts';
import { hasKeyForEntitlements } from './app-keys.ts';
import type { Enrolment } from './enrolment.ts';

type BackendSettings = { db: Db; appBackendKey: string | null; demo: boolean };

/**
 * What an administrator of this role may do here. Some of it exists only where the server is set up for it, or in the
 * demo; someone who should have a second factor by now may only set it up.
 */
export async function readCapabilities(
  settings: BackendSettings & { reminders: boolean; secondFactor: SecondFactorRequirement },
  { role, enrolment = 'none' }: { role: AdministratorRole; enrolment?: Enrolment },
  now: Date,
): Promise<Capability[]> {
  if (enrolment === 'overdue') return ['account:read', 'security:manage', 'security:required'];
  const missing: Capability[] = [];
  if (enrolment === 'none') missing.push('security:required');
  if (settings.secondFactor === 'off') missing.push('security:manage');
  if (!(await isAccessAsked(settings, now))) missing.push('courtesy:grant');
  if (!settings.reminders) missing.push('payments:remind');
  if (!settings.demo) missing.push('demo:guide');
  return capabilities.filter(
    (capability) => rolesOf[capability].includes(role) && !missing.includes(capability),
  );
}

/** Whether an app's backend asks about access. The app of a demo is invented, too. */
export async function isAccessAsked(
  { db, appBackendKey, demo }: BackendSettings,
  now: Date,
): Promise<boolean> {
  return appBackendKey !== null || demo || (await hasKeyForEntitlements(db, now));
}
