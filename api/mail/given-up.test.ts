import { expect, test } from 'vitest';
import { explainMailFailure } from './given-up.ts';

test.each([
  ['EENVELOPE RCPT TO 550', 'The mail server refused the recipient’s address (550).'],
  ['EENVELOPE MAIL FROM 553', 'The mail server refused the sender’s address (553).'],
  ['EAUTH AUTH PLAIN 535', 'The mail server refused the sign-in of this server (535).'],
  ['ETIMEDOUT CONN', 'The mail server didn’t answer in time.'],
  ['ECONNREFUSED CONN', 'The mail server couldn’t be reached.'],
  ['EMESSAGE DATA 552', 'The mail server refused the email (552).'],
  ['Error', 'The email couldn’t be sent. The log of the server says why.'],
  [null, 'The email couldn’t be sent. The log of the server says why.'],
])('%s: %s', (summary, sentence) => {
  expect(explainMailFailure(summary)).toBe(sentence);
});
