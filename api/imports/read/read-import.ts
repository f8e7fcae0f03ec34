import type { ImportedRow } from './imported-row.ts';

export type ImportFile = { readonly name: string; readonly open: () => AsyncIterable<Uint8Array> };

export async function* readImport(
  files: readonly ImportFile[],
  _signal: AbortSignal,
): AsyncGenerator<ImportedRow> {
  for (const file of files) {
    const parts: Uint8Array[] = [];
    for await (const part of file.open()) parts.push(part);
    for (const row of JSON.parse(Buffer.concat(parts).toString()))
      yield { file: file.name, place: '', ...row };
  }
}
