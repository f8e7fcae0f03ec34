import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';
import { company } from '#brand/company.ts';
import { product } from '#brand/product.ts';
import type { MailKind } from '#contract/mails.ts';
import type { Environment } from '../config/environment.ts';
import { drawLogo, LOGO_ID } from './logo.ts';
import type { RenderedMail } from './render.ts';

/** Retries have the same `id`. */
export type Message = RenderedMail & {
  id: string;
  kind: MailKind;
  to: string;
  /** A POST to it stops mails of this kind: RFC 8058. */
  refusalAddress?: string;
};

/** Throws on failure; the message may have arrived nevertheless. */
export type Transport = { send: (message: Message) => Promise<void>; close: () => void };

type Settings = Pick<Environment, 'smtpUrl' | 'mailFrom' | 'dataDir'>;

const SOCKET_TIMEOUT_MS = 10_000;
/** Also limits a server that answers slowly. */
const MESSAGE_TIMEOUT_MS = 60_000;

/** The folder where mails become files without SMTP_URL. */
export function outboxFolder(dataDir: string): string {
  return join(dataDir, 'outbox');
}

/** SMTP_URL, or files in the outbox. */
export function createTransportFor(
  settings: Settings,
  log: Logger,
  timeoutMs = MESSAGE_TIMEOUT_MS,
): Transport {
  const from = { name: product.name, address: settings.mailFrom ?? company.supportEmail };
  return settings.smtpUrl === null
    ? createOutbox(outboxFolder(settings.dataDir), from, log)
    : createSmtp(settings.smtpUrl, from, timeoutMs);
}

type Sender = { name: string; address: string };

function createSmtp(url: string, from: Sender, timeoutMs: number): Transport {
  const mailer = createTransport({
    url,
    connectionTimeout: SOCKET_TIMEOUT_MS,
    greetingTimeout: SOCKET_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
  });
  return {
    send: async (message) => {
      // The abort closes the connection: a slow server must not accept a message that is sent again.
      const mail = { ...(await toNodemailer(message, from)), signal: AbortSignal.timeout(timeoutMs) };
      await mailer.sendMail(mail);
    },
    close: () => mailer.close(),
  };
}

function createOutbox(folder: string, from: Sender, log: Logger): Transport {
  const mailer = createTransport({ streamTransport: true, buffer: true });
  return {
    send: async (message) => {
      const { message: bytes } = await mailer.sendMail(await toNodemailer(message, from));
      // Only its owner may read it, because it holds a working link.
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const path = join(folder, `${message.kind.replaceAll('_', '-')}-${message.id}.eml`);
      await writeFile(`${path}.part`, bytes, { mode: 0o600 });
      await rename(`${path}.part`, path);
      log.info({ path }, 'an email was written to a file, because SMTP_URL is not set');
    },
    close: () => mailer.close(),
  };
}

async function toNodemailer({ id, to, subject, text, html, refusalAddress }: Message, from: Sender) {
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
  return {
    from,
    to: { name: '', address: to },
    subject,
    text: encodeText(text),
    html,
    attachments: [
      {
        cid: LOGO_ID,
        filename: 'logo.png',
        contentType: 'image/png',
        contentDisposition: 'inline' as const,
        content: await drawLogo(),
      },
    ],
    messageId: `<${id}@${domain}>`,
    headers: { 'Auto-Submitted': 'auto-generated', ...(refusalAddress ? toRefusal(refusalAddress) : {}) },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Mail programs show it as "Unsubscribe", for one click. */
function toRefusal(address: string) {
  return {
    'List-Unsubscribe': { prepared: true, value: `<${address}>, <mailto:${company.supportEmail}>` },
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

/** ASCII is sent unencoded: quoted-printable would split a long link, which an operator copies from the file. */
function encodeText(text: string) {
  if (!/^[\t\n\x20-\x7e]*$/.test(text)) return text;
  const headers = ['Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: 7bit'];
  return { raw: [...headers, '', ...text.split('\n')].join('\r\n') };
}
