import { type Capability, capabilities } from '#contract/capabilities.ts';
import type { AdministratorRole } from '#contract/roles.ts';
import type { Db } from '../db/schema.ts';
import { rolesOf } from './access.ts';
import { hasKeyForEntitlements } from './app-keys.ts';

type BackendSettings = { db: Db; appBackendKey: string | null; demo: boolean };

/**
 * What an administrator of this role may do here. Some of it exists only where the server is set up for it, or in the
 * demo.
 */
export async function readCapabilities(
  settings: BackendSettings & { reminders: boolean },
  role: AdministratorRole,
  now: Date,
): Promise<Capability[]> {
  const missing: Capability[] = [];
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
