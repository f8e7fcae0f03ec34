import { toast } from 'react-hot-toast/headless';

/** Copies a text and says so: `name` is what it is. Some browsers refuse, and pages without HTTPS have no clipboard. */
export async function copyText(text: string, name: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(`${name} copied`);
  } catch {
    toast.error('Your browser couldn’t copy it. Select it and copy it manually.');
  }
}
