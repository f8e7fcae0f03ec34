import { toast } from 'react-hot-toast/headless';

/** Pages for visitors that mails link to. */
const MAILED_LINK_PATH = /^\/(reset-password|delete-account)(\/|$)/;

/** Signed-in administrators get the console instead. */
export function explainMailedLink(path: string): void {
  if (MAILED_LINK_PATH.test(path))
    toast.error('You’re signed in here. To use that link, sign out first, then open it again.');
}
