export type Bytes = AsyncIterable<Uint8Array>;

/** The beginning of a stream, at least `length` bytes if there are so many, and the whole stream. */
export async function peek(stream: Bytes, length: number): Promise<{ head: Uint8Array; whole: Bytes }> {
  const iterator = stream[Symbol.asyncIterator]();
  const chunks: Uint8Array[] = [];
  let size = 0;
  while (size < length) {
    const { done, value } = await iterator.next();
    if (done) break;
    chunks.push(value);
    size += value.length;
  }
  return { head: Buffer.concat(chunks), whole: replay(chunks, iterator) };
}

async function* replay(
  chunks: Uint8Array[],
  iterator: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks.splice(0);
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
  } finally {
    await iterator.return?.();
  }
}

export async function collect(stream: Bytes): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}
