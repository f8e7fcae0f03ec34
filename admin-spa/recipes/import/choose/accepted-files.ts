import { importLimits } from '#contract/recipes/imports.ts';
import { formatCount } from '../../../ui/format/format.ts';

/**
 * The dialog of the browser offers what is read, the same names as in a ZIP. Every file that is dropped is tried: the
 * server looks at its content, not at its name.
 */
export const acceptedNames = '.json,.jsonld,.html,.htm,.xhtml,.csv,.tsv,.tab,.txt,.zip';

const KB = 1_000;
const MB = 1_000_000;

export const limitsText = `Up to ${importLimits.files} files, ${importLimits.bytes / MB} MB and ${formatCount(importLimits.recipes)} recipes at once.`;

const decimal = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

/** `12 KB`, `3.4 MB`. */
export function formatBytes(bytes: number): string {
  return bytes < MB ? `${Math.ceil(bytes / KB)} KB` : `${decimal.format(bytes / MB)} MB`;
}

type Earlier = { files: number; bytes: number };

/** Says why a file cannot be uploaded beside the earlier ones; null if it can. */
export function problemOf({ size }: { size: number }, { files, bytes }: Earlier): string | null {
  if (size === 0) return 'This file is empty. Choose a different file.';
  if (files >= importLimits.files) {
    return `An import can have at most ${importLimits.files} files. Put them into a ZIP file.`;
  }
  if (bytes + size > importLimits.bytes) {
    return `The files of an import can have ${importLimits.bytes / MB} MB altogether. Split them.`;
  }
  return null;
}

/** Replaces halves of surrogate pairs in a file's name, which no address can hold. */
export function toAddressable(name: string): string {
  return name.replaceAll(/\p{Surrogate}/gu, '\uFFFD');
}

/** Makes a file of a pasted text. The server decides by its content whether it is a page. */
export function pastedFile(text: string): File {
  const isTable = !/^\s*[[{<]/.test(text);
  return new File([text], isTable ? 'pasted.csv' : 'pasted.json');
}
