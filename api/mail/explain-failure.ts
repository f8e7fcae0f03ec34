/** In this order: the first one that occurs in the summary of a failure. */
const sentences: readonly (readonly [RegExp, string])[] = [
  [/RCPT TO/, 'The mail server refused the recipient’s address.'],
  [/EAUTH|AUTH/, 'The mail server refused the sign-in of this server.'],
  [/MAIL FROM/, 'The mail server refused the sender’s address.'],
  [/ETIMEDOUT|TimeoutError|AbortError|ABORT_ERR/, 'The mail server didn’t answer in time.'],
  [/EDNS|ENOTFOUND|ECONN|ESOCKET|ETLS|EHOSTUNREACH|CONN/, 'The mail server couldn’t be reached.'],
  [/DATA|EMESSAGE|EENVELOPE/, 'The mail server refused the email.'],
];

/** A sentence for the summary of a failure that the queue keeps, with the mail server's number, such as 550. */
export function explainMailFailure(summary: string | null): string {
  const found = sentences.find(([pattern]) => pattern.test(summary ?? ''));
  if (!found) return 'The email couldn’t be sent. The log of the server says why.';
  const [, code] = /\b([45]\d\d)\b/.exec(summary ?? '') ?? [];
  return code === undefined ? found[1] : `${found[1].slice(0, -1)} (${code}).`;
}
