import type { Entry } from 'yauzl';
import { MAX_ENTRY_BYTES } from '../limits.ts';

/** 'skip' is a file that holds no recipe; a text says why an entry is refused. */
export type EntryVerdict = 'read' | 'skip' | 'ignore' | { readonly refused: string };

const READABLE = /\.(?:html?|xhtml|json|jsonld|txt|csv|tsv|tab)$/iu;
const SYMBOLIC_LINK = 0xa000;

/** By the entry's name and flags, before anything is inflated. */
export function judgeEntry(entry: Entry, name: string): EntryVerdict {
  if (isOutside(name))
    return { refused: 'Its name points outside the ZIP. Create the ZIP again from your own files.' };
  const mode = entry.externalFileAttributes >>> 16;
  if ((mode & 0xf000) === SYMBOLIC_LINK) {
    return { refused: 'This is a link to another file. Create the ZIP again with the file itself.' };
  }
  if (name.endsWith('/') || isOfTheSystem(name)) return 'ignore';
  if (!READABLE.test(name) || /_files\//u.test(name)) return 'skip';
  if (entry.isEncrypted())
    return { refused: 'This file is encrypted. Create the ZIP again without a password.' };
  if (entry.uncompressedSize > MAX_ENTRY_BYTES) {
    return { refused: `This file has more than ${MAX_ENTRY_BYTES / 1_000_000} MB. Split it and try again.` };
  }
  return 'read';
}

/** "../", "/", "C:" and their forms with backslashes. */
function isOutside(name: string): boolean {
  const path = name.replaceAll('\\', '/');
  return (
    path.startsWith('/') || /^[a-z]:/iu.test(path) || path.split('/').includes('..') || path.includes('\0')
  );
}

/** What macOS and Windows add. */
function isOfTheSystem(name: string): boolean {
  const last = name.slice(name.lastIndexOf('/') + 1);
  return (
    name.startsWith('__MACOSX/') || last.startsWith('._') || last === '.DS_Store' || last === 'Thumbs.db'
  );
}
