import { connect } from 'node:net';

export type RawAnswer = { status: number; headers: Headers; body: string };

/** Sends bytes unchanged. Resolves with everything received until the server closes the connection. */
export function sendRaw(port: number, bytes: string): Promise<string> {
  return beginRaw(port, bytes).answer;
}

/** Like sendRaw; `send` sends further bytes. */
export function beginRaw(port: number, bytes: string) {
  const { promise: answer, resolve, reject } = Promise.withResolvers<string>();
  let text = '';
  const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
  socket.setEncoding('utf8');
  socket.on('data', (piece: string) => {
    text += piece;
  });
  socket.on('error', reject);
  socket.on('close', () => resolve(text));
  return { send: (more: string) => socket.write(more), answer };
}

/** Throws if the text is no single answer. */
export function readAnswer(text: string): RawAnswer {
  const [, status, head, body = ''] = text.match(/^HTTP\/1\.1 (\d{3}) [^\r]+\r\n(.*?)\r\n\r\n(.*)$/s) ?? [];
  if (!status || !head || body.includes('HTTP/1.1 ')) throw new Error(`Not one answer: ${text}`);
  const headers = new Headers();
  for (const line of head.split('\r\n')) {
    const colon = line.indexOf(':');
    headers.append(line.slice(0, colon), line.slice(colon + 1));
  }
  return { status: Number(status), headers, body };
}
