import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stores } from '#brand/stores.ts';
import type { MailKind } from '#contract/mails.ts';
import { EnvironmentError, readEnvironment } from '../config/environment.ts';
import { drawLogo, LOGO_ID } from '../mail/logo.ts';
import { linkLifetimeHours } from '../mail/queue.ts';
import { type MailContent, renderMail } from '../mail/render.ts';
import {
  accountDeletedMail,
  deletionRequestMail,
  deletionStoppedMail,
  invitationMail,
  newBrowserMail,
  passwordChangedMail,
  passwordResetMail,
  paymentReminderMail,
  secondFactorAddedMail,
  secondFactorRemovedMail,
} from '../mail/templates.ts';

/** `npm run mail:preview`: writes every email as HTML and text to DATA_DIR/mail-preview, with sample links. */

const TOKEN = 'a-link-of-this-length-but-it-is-only-a-sample';

function createSamples(siteUrl: string): Record<MailKind, MailContent> {
  return {
    password_reset: passwordResetMail(
      `${siteUrl}/reset-password?token=${TOKEN}`,
      linkLifetimeHours.password_reset,
    ),
    invitation: invitationMail({
      address: `${siteUrl}/reset-password?token=${TOKEN}`,
      hours: linkLifetimeHours.invitation,
      inviter: { name: 'Ada King', email: 'ada@example.com' },
      site: siteUrl,
    }),
    password_changed: passwordChangedMail(),
    deletion_request: deletionRequestMail(`${siteUrl}/delete-account/${TOKEN}`),
    account_deleted: accountDeletedMail(),
    deletion_stopped: deletionStoppedMail(`${siteUrl}/delete-account`),
    new_browser: newBrowserMail('Firefox on Linux'),
    second_factor_added: secondFactorAddedMail(),
    second_factor_removed: secondFactorRemovedMail(),
    payment_reminder: paymentReminderMail({
      owner: stores[0].owner,
      address: stores[0].payment,
      accessUntil: new Date(Date.now() + 5 * 86_400_000),
      isAtLeast: false,
      triesUntil: null,
    }),
  };
}

try {
  const { dataDir, siteUrl } = readEnvironment(process.env);
  const folder = join(dataDir, 'mail-preview');
  await mkdir(folder, { recursive: true });
  // A browser has no message to take the logo from.
  const logo = `data:image/png;base64,${(await drawLogo()).toString('base64')}`;
  for (const [kind, content] of Object.entries(createSamples(siteUrl))) {
    const { html, text, subject } = renderMail(content);
    const path = join(folder, kind.replaceAll('_', '-'));
    await writeFile(`${path}.html`, html.replaceAll(`cid:${LOGO_ID}`, logo));
    await writeFile(`${path}.txt`, `Subject: ${subject}\n\n${text}`);
    process.stdout.write(`${path}.html\n${path}.txt\n`);
  }
} catch (error) {
  if (!(error instanceof EnvironmentError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
