import { errorStatus } from '#forms/error-message.ts';

type Props = {
  /** What the panel says where the link came without its token; undefined where the server refused the token. */
  missing: string | undefined;
  /** The page that sends a new link. */
  renewal: string;
};

/** Why a mailed link does not work, in our words, and the way to a new one. The form stays where it is. */
export function DeadLink({ missing, renewal }: Props) {
  return (
    // A refusal is read out by its notification.
    <p className={missing ? 'problem missing' : 'problem'} role={missing ? 'alert' : undefined}>
      {missing ?? 'This link has expired or was already used.'} <a href={renewal}>Ask for a new link</a>
    </p>
  );
}

/** Whether a call failed because its link is used, replaced, too old or unknown. */
export function isDeadLink(error: unknown): boolean {
  return [400, 404, 410].includes(errorStatus(error) ?? 0);
}
