import { removeInvisible } from './text.ts';

export const INVALID_EMAIL = 'Enter an email address, such as name@example.com.';

/** RFC 5321. */
const MAX_LENGTH = 254;

/** Words of Persian and Hindi need them, and so do domains made of such words. */
const JOINERS = ['\u200C', '\u200D'];

/** RFC 5321 and, for letters outside ASCII, RFC 6531. */
const LOCAL_PART = /^(?:"[^"\\\p{Cc}]+"|[\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-]+)$/u;
/** What a browser accepts in a domain, less punctuation. */
const DOMAIN = /^[-\p{L}\p{M}\p{N}\p{So}·・。．｡._\u200C\u200D]+$/u;

/**
 * The address in `text`, without invisible characters and with its domain in ASCII (IDNA), or null if no mail could reach it:
 * for "Name <a@b.example>", "mailto:a@b.example" and "a@b.example,". Only a mail can prove more. Keeps case.
 */
export function readEmailAddress(text: string): string | null {
  const visible = removeInvisible(text, JOINERS).trim();
  const at = visible.lastIndexOf('@');
  const local = removeInvisible(visible.slice(0, at)).trimStart().normalize('NFC');
  const domain = visible.slice(at + 1);
  const ascii = toAsciiDomain(domain) ?? toAsciiDomain(removeInvisible(domain).trimEnd());
  if (at < 1 || ascii === null || !LOCAL_PART.test(local)) return null;
  const address = `${local}@${ascii}`;
  return address.length <= MAX_LENGTH ? address : null;
}

function toAsciiDomain(domain: string): string | null {
  if (!DOMAIN.test(domain)) return null;
  const ascii = /^\p{ASCII}+$/u.test(domain) ? domain : parseHostname(domain);
  const isHostname = ascii
    ?.split('.')
    .every((label) => /^(?!-)[\w-]{1,63}$/.test(label) && !label.endsWith('-'));
  return isHostname ? ascii : null;
}

function parseHostname(domain: string): string | null {
  try {
    return new URL(`http://${domain}`).hostname;
  } catch {
    return null;
  }
}
