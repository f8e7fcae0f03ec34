import { Tokenizer } from 'htmlparser2';

export type TagHandlers = {
  readonly open: (name: string, attributes: ReadonlyMap<string, string>) => void;
  readonly close: (name: string) => void;
  readonly text: (data: string) => void;
};

/**
 * The tags and texts of HTML, in their order, names in lower case. Unlike a parser it keeps no list of open elements,
 * so a million tags that are never closed take no longer than others.
 */
export function readTags(html: string, { open, close, text }: TagHandlers): void {
  const nothing = (): void => undefined;
  let tag = '';
  let attribute = '';
  let value = '';
  let attributes = new Map<string, string>();
  const finish = (): void => open(tag, attributes);
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      onopentagname: (start, end) => {
        tag = html.slice(start, end).toLowerCase();
        attributes = new Map();
      },
      onattribname: (start, end) => {
        attribute = html.slice(start, end).toLowerCase();
        value = '';
      },
      onattribdata: (start, end) => {
        value += html.slice(start, end);
      },
      onattribentity: (codePoint) => {
        value += String.fromCodePoint(codePoint);
      },
      onattribend: () => {
        if (!attributes.has(attribute)) attributes.set(attribute, value);
      },
      onopentagend: finish,
      onselfclosingtag: finish,
      onclosetag: (start, end) => close(html.slice(start, end).toLowerCase()),
      ontext: (start, end) => text(html.slice(start, end)),
      ontextentity: (codePoint) => text(String.fromCodePoint(codePoint)),
      oncdata: nothing,
      oncomment: nothing,
      ondeclaration: nothing,
      onprocessinginstruction: nothing,
      onend: nothing,
    },
  );
  tokenizer.write(html);
  tokenizer.end();
}
