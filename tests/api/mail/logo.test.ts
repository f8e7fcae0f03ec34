import sharp from 'sharp';
import { expect, test } from 'vitest';
import { LOGO_ID } from '#api/mail/logo.ts';
import { renderMail } from '#api/mail/render.ts';
import { passwordChangedMail } from '#api/mail/templates.ts';
import { createTransportFor } from '#api/mail/transport.ts';
import { createTestLog } from '#tests/setup/api/log.ts';
import { startSmtp } from '#tests/setup/api/smtp.ts';

const smtp = await startSmtp();

test('the message holds the logo that its HTML shows', async () => {
  const settings = { smtpUrl: smtp.url, mailFrom: null, dataDir: '' };
  const transport = createTransportFor(settings, createTestLog([]));
  const mail = renderMail(passwordChangedMail());
  await transport.send({ id: 'one', kind: 'password_changed', to: 'ana@example.com', ...mail });
  transport.close();
  const data = smtp.state.deliveries[0]?.data ?? '';
  const part = data.split(/\r\n--\S+\r\n/).find((one) => one.startsWith('Content-Type: image/png')) ?? '';
  const [head = '', body = ''] = part.split('\r\n\r\n');
  expect(head).toContain(`Content-ID: <${LOGO_ID}>`);
  expect(head).toContain('Content-Disposition: inline');
  expect(mail.html).toContain(`src="cid:${LOGO_ID}"`);
  const { format, width, height } = await sharp(Buffer.from(body, 'base64')).metadata();
  expect({ format, width, height }).toEqual({ format: 'png', width: 120, height: 120 });
});
