import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';
import { company } from '#brand/company.ts';
import { product } from '#brand/product.ts';
import type { Environment } from '../config/environment.ts';
import type { MailKind } from '../db/schema.ts';
import type { RenderedLetter } from './layout.ts';

/** One message on its way. The same `id` is the same message, however often it is tried. */
export type Message = RenderedLetter & { id: string; kind: MailKind; to: string };

/** Hands a message on. Throws where it could not; the message may have arrived all the same. */
export type Transport = { send: (message: Message) => Promise<void>; close: () => void };

type Settings = Pick<Environment, 'smtpUrl' | 'mailFrom' | 'dataDir'>;

/** Milliseconds until an SMTP server that does not answer is given up. */
const SILENCE = 10_000;
/** Milliseconds for a whole message, however slowly a server that does answer goes on. */
const PATIENCE = 60_000;

/** Mail through SMTP_URL; without it, every message becomes a file, and the log says where. */
export function chooseTransport(settings: Settings, log: Logger, patience = PATIENCE): Transport {
  const from = { name: product.name, address: settings.mailFrom ?? company.supportEmail };
  return settings.smtpUrl === null
    ? outbox(join(settings.dataDir, 'outbox'), from, log)
    : smtp(settings.smtpUrl, from, patience);
}

type Sender = { name: string; address: string };

function smtp(url: string, from: Sender, patience: number): Transport {
  const mailer = createTransport({
    url,
    connectionTimeout: SILENCE,
    greetingTimeout: SILENCE,
    socketTimeout: SILENCE,
  });
  return {
    send: async (message) => {
      // Aborting hangs up, so that a slow server does not take after all what is tried again.
      const limited = { ...composed(message, from), signal: AbortSignal.timeout(patience) };
      await mailer.sendMail(limited);
    },
    close: () => mailer.close(),
  };
}

function outbox(folder: string, from: Sender, log: Logger): Transport {
  const mailer = createTransport({ streamTransport: true, buffer: true });
  return {
    send: async (message) => {
      const { message: bytes } = await mailer.sendMail(composed(message, from));
      // For its owner's eyes only: it holds a working link.
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const path = join(folder, `${message.kind.replaceAll('_', '-')}-${message.id}.eml`);
      await writeFile(`${path}.part`, bytes, { mode: 0o600 });
      await rename(`${path}.part`, path);
      log.info({ path }, 'a mail was written to a file, because SMTP_URL is not set');
    },
    close: () => mailer.close(),
  };
}

function composed({ id, to, subject, text, html }: Message, from: Sender) {
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
  return {
    from,
    to: { name: '', address: to },
    subject,
    text: readable(text),
    html,
    messageId: `<${id}@${domain}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/**
 * Plain ASCII goes as it stands. Otherwise a link, longer than a line of quoted-printable, would be cut in two and could
 * not be copied out of the message's source.
 */
function readable(text: string) {
  if (!/^[\t\n\x20-\x7e]*$/.test(text)) return text;
  const headers = ['Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: 7bit'];
  return { raw: [...headers, '', ...text.split('\n')].join('\r\n') };
}
