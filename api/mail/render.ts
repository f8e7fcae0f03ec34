import { company } from '#brand/company.ts';
import { product } from '#brand/product.ts';
import { dark, light } from '#brand/tokens.ts';
import { LOGO_ID, LOGO_SIZE_PX } from './logo.ts';

export type Block =
  | { kind: 'text'; text: string }
  | { kind: 'action'; label: string; address: string; danger?: true }
  | { kind: 'links'; intro: string; links: readonly { label: string; address: string }[] };

export type MailContent = { subject: string; blocks: readonly Block[] };
export type RenderedMail = { subject: string; text: string; html: string };

const SIGNATURE = `${product.name}, ${company.supportEmail}`;

/** The logo comes with the message. Nothing is loaded: no other pictures, scripts or style sheets. */
export function renderMail({ subject, blocks }: MailContent): RenderedMail {
  return { subject, text: renderText(blocks), html: renderHtml(subject, blocks) };
}

function renderText(blocks: readonly Block[]): string {
  const parts = blocks.map((block) => {
    if (block.kind === 'text') return wrapLines(block.text);
    if (block.kind === 'action') return `${block.label}:\n${block.address}`;
    return [
      wrapLines(block.intro),
      ...block.links.map(({ label, address }) => `- ${label}:\n  ${address}`),
    ].join('\n');
  });
  // ASCII, so that no encoding splits a link: see `encodeText`.
  return `${[...parts, `-- \n${SIGNATURE}`].join('\n\n')}\n`.replaceAll('’', "'");
}

/** Longer lines would be encoded and unreadable in the source. */
function wrapLines(text: string): string {
  return text.replace(/(.{1,72})(?: |$)/g, '$1\n').trimEnd();
}

const SANS = "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";
const SERIF = "Fraunces, Georgia, 'Times New Roman', serif";

/** Clients without media queries show the light colours. */
const DARK_STYLES = `
  @media (prefers-color-scheme: dark) {
    .paper { background: ${dark.paper} !important; }
    .sheet { background: ${dark.sheet} !important; border-color: ${dark.line} !important; }
    .ink { color: ${dark.ink} !important; }
    .muted { color: ${dark.muted} !important; }
    .link { color: ${dark.basil} !important; }
    .action { background: ${dark.basil} !important; color: ${dark['on-basil']} !important; }
    .danger { background: ${dark.tomato} !important; color: ${dark['on-tomato']} !important; }
  }`;

function renderHtml(subject: string, blocks: readonly Block[]): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>:root { color-scheme: light dark; }${DARK_STYLES}
</style>
</head>
<body class="paper" style="margin: 0; padding: 24px 12px; background: ${light.paper}">
<table role="presentation" class="sheet" align="center" width="100%" style="max-width: 560px; margin: 0 auto; background: ${light.sheet}; border: 1px solid ${light.line}; border-radius: 12px; border-collapse: separate">
<tr><td style="padding: 28px 24px; overflow-wrap: anywhere">
<p class="link" style="margin: 0 0 24px; font: 600 22px/${LOGO_SIZE_PX}px ${SERIF}; color: ${light.basil}"><img src="cid:${LOGO_ID}" width="${LOGO_SIZE_PX}" height="${LOGO_SIZE_PX}" alt="" style="display: inline-block; border: 0; margin-right: 10px; vertical-align: middle"><span style="vertical-align: middle">${escapeHtml(product.name)}</span></p>
<h1 class="ink" style="margin: 0 0 16px; font: 600 26px/1.25 ${SERIF}; color: ${light.ink}">${escapeHtml(subject)}</h1>
${blocks.map(renderBlock).join('\n')}
<p class="muted" style="margin: 32px 0 0; font: 14px/1.5 ${SANS}; color: ${light.muted}">${escapeHtml(SIGNATURE)}</p>
</td></tr>
</table>
</body>
</html>
`;
}

function renderBlock(block: Block): string {
  const paragraph = (content: string) =>
    `<p class="ink" style="margin: 0 0 16px; font: 17px/1.5 ${SANS}; color: ${light.ink}">${content}</p>`;
  // A long address may break after the @.
  if (block.kind === 'text') return paragraph(escapeHtml(block.text).replaceAll('@', '@<wbr>'));
  if (block.kind === 'action') {
    const [className, background, color] = block.danger
      ? ['danger', light.tomato, light['on-tomato']]
      : ['action', light.basil, light['on-basil']];
    const style = `display: inline-block; padding: 14px 24px; border-radius: 8px; background: ${background}; color: ${color}; font: 600 17px ${SANS}; text-decoration: none`;
    const button = `<a class="${className}" href="${escapeHtml(block.address)}" style="${style}">${escapeHtml(block.label)}</a>`;
    const plainAddress = `<p class="muted" style="margin: 0 0 24px; font: 14px/1.5 ${SANS}; color: ${light.muted}; word-break: break-all">${escapeHtml(block.address)}</p>`;
    return `<p style="margin: 24px 0 12px">${button}</p>\n${plainAddress}`;
  }
  const links = block.links.map(
    ({ label, address }) =>
      `<a class="link" href="${escapeHtml(address)}" style="color: ${light.basil}">${escapeHtml(label)}</a>`,
  );
  return paragraph([escapeHtml(block.intro), ...links].join('<br>'));
}

function escapeHtml(text: string): string {
  const names: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text.replace(/[&<>"]/g, (character) => names[character] ?? character);
}
