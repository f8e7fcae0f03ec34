import { type Capability, capabilities } from '#contract/capabilities.ts';

type Settings = { appBackendKey: string | null; reminders: boolean; demo: boolean };

/** What an administrator may do here. Some of it exists only where the server is set up for it, or in the demo. */
export function readCapabilities({ appBackendKey, reminders, demo }: Settings): Capability[] {
  const missing: Capability[] = [];
  if (appBackendKey === null && !demo) missing.push('courtesy:grant');
  if (!reminders) missing.push('payments:remind');
  if (!demo) missing.push('demo:guide');
  return capabilities.filter((capability) => !missing.includes(capability));
}
