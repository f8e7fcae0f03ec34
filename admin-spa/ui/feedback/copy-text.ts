import { toast } from 'react-hot-toast/headless';

/** Copies a text and says that the `name` was copied. Some browsers refuse; pages without HTTPS have no clipboard. */
export async function copyText(text: string, name: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(`${name} copied`);
  } catch {
    toast.error('Your browser couldn’t copy it. Select it and copy it manually.');
  }
}
