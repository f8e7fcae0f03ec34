import { company } from '#brand/company.ts';
import { product } from '#brand/product.ts';
import { dark, light } from '#brand/tokens.ts';

/** A part of a mail. */
export type Block =
  | { kind: 'text'; text: string }
  | { kind: 'action'; label: string; address: string; danger?: true }
  | { kind: 'links'; intro: string; links: readonly { label: string; address: string }[] };

export type Letter = { subject: string; blocks: readonly Block[] };
export type RenderedLetter = { subject: string; text: string; html: string };

const SIGNATURE = `${product.name}, ${company.supportEmail}`;

/** A letter as plain text and as HTML, without pictures, scripts and external style sheets. */
export function render({ subject, blocks }: Letter): RenderedLetter {
  return { subject, text: asText(blocks), html: asHtml(subject, blocks) };
}

function asText(blocks: readonly Block[]): string {
  const parts = blocks.map((block) => {
    if (block.kind === 'text') return wrapped(block.text);
    if (block.kind === 'action') return `${block.label}:\n${block.address}`;
    return [
      wrapped(block.intro),
      ...block.links.map(({ label, address }) => `- ${label}:\n  ${address}`),
    ].join('\n');
  });
  return `${[...parts, `-- \n${SIGNATURE}`].join('\n\n')}\n`;
}

/** Wraps lines at 72 characters: longer ones are encoded and no longer readable in the source. */
function wrapped(text: string): string {
  return text.replace(/(.{1,72})(?: |$)/g, '$1\n').trimEnd();
}

const SANS = "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";
const SERIF = "Fraunces, Georgia, 'Times New Roman', serif";

/** The colours of the dark scheme. Clients without media queries keep the light ones. */
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

function asHtml(subject: string, blocks: readonly Block[]): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(subject)}</title>
<style>:root { color-scheme: light dark; }${DARK_STYLES}
</style>
</head>
<body class="paper" style="margin: 0; padding: 24px 12px; background: ${light.paper}">
<table role="presentation" class="sheet" align="center" width="100%" style="max-width: 560px; margin: 0 auto; background: ${light.sheet}; border: 1px solid ${light.line}; border-radius: 12px; border-collapse: separate">
<tr><td style="padding: 32px">
<p class="link" style="margin: 0 0 24px; font: 600 20px ${SERIF}; color: ${light.basil}">${escaped(product.name)}</p>
<h1 class="ink" style="margin: 0 0 16px; font: 600 26px/1.25 ${SERIF}; color: ${light.ink}">${escaped(subject)}</h1>
${blocks.map(blockAsHtml).join('\n')}
<p class="muted" style="margin: 32px 0 0; font: 14px/1.5 ${SANS}; color: ${light.muted}">${escaped(SIGNATURE)}</p>
</td></tr>
</table>
</body>
</html>
`;
}

function blockAsHtml(block: Block): string {
  const paragraph = (content: string) =>
    `<p class="ink" style="margin: 0 0 16px; font: 17px/1.5 ${SANS}; color: ${light.ink}">${content}</p>`;
  if (block.kind === 'text') return paragraph(escaped(block.text));
  if (block.kind === 'action') {
    const [name, paint, ink] = block.danger
      ? ['danger', light.tomato, light['on-tomato']]
      : ['action', light.basil, light['on-basil']];
    const style = `display: inline-block; padding: 14px 24px; border-radius: 8px; background: ${paint}; color: ${ink}; font: 600 17px ${SANS}; text-decoration: none`;
    const button = `<a class="${name}" href="${escaped(block.address)}" style="${style}">${escaped(block.label)}</a>`;
    const spelled = `<p class="muted" style="margin: 0 0 24px; font: 14px/1.5 ${SANS}; color: ${light.muted}; word-break: break-all">${escaped(block.address)}</p>`;
    return `<p style="margin: 24px 0 12px">${button}</p>\n${spelled}`;
  }
  const links = block.links.map(
    ({ label, address }) =>
      `<a class="link" href="${escaped(address)}" style="color: ${light.basil}">${escaped(label)}</a>`,
  );
  return paragraph([escaped(block.intro), ...links].join('<br>'));
}

function escaped(text: string): string {
  const names: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text.replace(/[&<>"]/g, (character) => names[character] ?? character);
}
