import { toast } from 'react-hot-toast/headless';

/** Pages that a link in a mail opens; they are for people who are not signed in. */
const mailed = /^\/(reset-password|delete-account)(\/|$)/;

/** Tells an administrator who followed a mailed link why the console shows instead. */
export function explainMailedLink(path: string): void {
  if (mailed.test(path))
    toast.error('You are signed in here. To use that link, sign out first and open it again.');
}
