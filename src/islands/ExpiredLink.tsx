import { errorStatus } from '#forms/error-message.ts';

type Props = {
  /** Shown if the address has no token; undefined if the server refused the token. */
  missingText: string | undefined;
  renewalPage: string;
};

/** The form stays visible below. */
export function ExpiredLink({ missingText, renewalPage }: Props) {
  return (
    <p className={missingText ? 'problem missing' : 'problem'} role={missingText ? 'alert' : undefined}>
      <span>{missingText ?? 'This link was already used or has expired.'}</span>{' '}
      <a href={renewalPage}>Request a new link</a>
    </p>
  );
}

export function isExpiredLink(error: unknown): boolean {
  return [400, 404, 410].includes(errorStatus(error) ?? 0);
}
