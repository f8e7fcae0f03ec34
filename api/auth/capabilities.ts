import { type Capability, capabilities } from '#contract/capabilities.ts';

/** What an administrator may do here. Reminders and courtesy access exist only where the server is set up for them. */
export function readCapabilities({
  appBackendKey,
  reminders,
}: {
  appBackendKey: string | null;
  reminders: boolean;
}): Capability[] {
  const missing: Capability[] = [];
  if (appBackendKey === null) missing.push('courtesy:grant');
  if (!reminders) missing.push('payments:remind');
  return capabilities.filter((capability) => !missing.includes(capability));
}
