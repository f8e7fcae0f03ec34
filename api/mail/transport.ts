import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';
import { company } from '#brand/company.ts';
import { product } from '#brand/product.ts';
import type { Environment } from '../config/environment.ts';
import type { MailKind } from '../db/schema.ts';
import type { RenderedLetter } from './layout.ts';

/** A message to send. Every attempt at the same message has the same `id`. */
export type Message = RenderedLetter & { id: string; kind: MailKind; to: string };

/** Sends a message. Throws where it failed; the message may have arrived nevertheless. */
export type Transport = { send: (message: Message) => Promise<void>; close: () => void };

type Settings = Pick<Environment, 'smtpUrl' | 'mailFrom' | 'dataDir'>;

/** Milliseconds without an answer after which an SMTP server counts as down. */
const SOCKET_TIMEOUT_MS = 10_000;
/** Milliseconds for a whole message, also with a server that answers slowly. */
const MESSAGE_TIMEOUT_MS = 60_000;

/** The transport of SMTP_URL. Without it, every message becomes a file, and the log names it. */
export function chooseTransport(settings: Settings, log: Logger, timeoutMs = MESSAGE_TIMEOUT_MS): Transport {
  const from = { name: product.name, address: settings.mailFrom ?? company.supportEmail };
  return settings.smtpUrl === null
    ? outbox(join(settings.dataDir, 'outbox'), from, log)
    : smtp(settings.smtpUrl, from, timeoutMs);
}

type Sender = { name: string; address: string };

function smtp(url: string, from: Sender, patience: number): Transport {
  const mailer = createTransport({
    url,
    connectionTimeout: SOCKET_TIMEOUT_MS,
    greetingTimeout: SOCKET_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
  });
  return {
    send: async (message) => {
      // The abort closes the connection, so that a slow server does not accept a message that is sent again.
      const limited = { ...toNodemailer(message, from), signal: AbortSignal.timeout(patience) };
      await mailer.sendMail(limited);
    },
    close: () => mailer.close(),
  };
}

function outbox(folder: string, from: Sender, log: Logger): Transport {
  const mailer = createTransport({ streamTransport: true, buffer: true });
  return {
    send: async (message) => {
      const { message: bytes } = await mailer.sendMail(toNodemailer(message, from));
      // Readable for its owner only: it holds a working link.
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const path = join(folder, `${message.kind.replaceAll('_', '-')}-${message.id}.eml`);
      await writeFile(`${path}.part`, bytes, { mode: 0o600 });
      await rename(`${path}.part`, path);
      log.info({ path }, 'a mail was written to a file, because SMTP_URL is not set');
    },
    close: () => mailer.close(),
  };
}

function toNodemailer({ id, to, subject, text, html }: Message, from: Sender) {
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
  return {
    from,
    to: { name: '', address: to },
    subject,
    text: encodeText(text),
    html,
    messageId: `<${id}@${domain}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/**
 * Plain ASCII is sent unchanged. Otherwise a link that is longer than a line of quoted-printable would be cut in two
 * and could not be copied out of the source of the message.
 */
function encodeText(text: string) {
  if (!/^[\t\n\x20-\x7e]*$/.test(text)) return text;
  const headers = ['Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: 7bit'];
  return { raw: [...headers, '', ...text.split('\n')].join('\r\n') };
}
