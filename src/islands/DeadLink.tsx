import { errorStatus } from '#forms/error-message.ts';

type Props = {
  /** Shown if the address has no token; undefined if the server refused the token. */
  missing: string | undefined;
  renewal: string;
};

/** The form stays visible below. */
export function DeadLink({ missing, renewal }: Props) {
  return (
    <p className={missing ? 'problem missing' : 'problem'} role={missing ? 'alert' : undefined}>
      {missing ?? 'This link has expired or was already used.'} <a href={renewal}>Ask for a new link</a>
    </p>
  );
}

export function isDeadLink(error: unknown): boolean {
  return [400, 404, 410].includes(errorStatus(error) ?? 0);
}
