import { createServer, type Socket } from 'node:net';
import { afterAll } from 'vitest';
import { rememberEncodedMail } from '#tests/secrets/evidence.ts';

type Delivery = { from: string; to: string; data: string };

type SmtpBehaviour =
  | 'accept'
  /** Refuses the recipient permanently. */
  | 'refuse'
  /** Refuses the recipient temporarily. */
  | 'busy'
  /** Does not answer after the text. */
  | 'stall'
  /** Accepts the text, then closes the connection without an answer. */
  | 'lose';

/** An SMTP server for this test file. */
export async function startSmtp() {
  const state = { behaviour: 'accept' as SmtpBehaviour, deliveries: [] as Delivery[], conversations: 0 };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    state.conversations += 1;
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    converse(socket);
  });
  const listen = (port: number) => new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  await listen(0);
  const stop = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  afterAll(stop);
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The mail server has no port.');

  function converse(socket: Socket): void {
    const reply = (line: string) => socket.write(`${line}\r\n`);
    let from = '';
    let to = '';
    let data: string | null = null;
    let pending = '';

    function command(line: string): void {
      const verb = line.slice(0, 4).toUpperCase();
      if (verb === 'EHLO' || verb === 'HELO') reply('250 ready');
      else if (verb === 'MAIL') {
        from = readAddress(line);
        reply('250 ok');
      } else if (verb === 'RCPT') {
        to = readAddress(line);
        if (state.behaviour === 'refuse') reply(`550 5.1.1 <${to}> is unknown here`);
        else if (state.behaviour === 'busy') reply('451 4.3.0 later, please');
        else reply('250 ok');
      } else if (verb === 'DATA') {
        data = '';
        reply('354 go ahead');
      } else if (verb === 'QUIT') socket.end('221 bye\r\n');
      else reply('250 ok');
    }

    function finish(text: string): void {
      if (state.behaviour === 'stall') return;
      state.deliveries.push({ from, to, data: text });
      rememberEncodedMail(text);
      if (state.behaviour === 'lose') socket.destroy();
      else reply('250 taken');
    }

    socket.on('data', (chunk: Buffer) => {
      pending += chunk.toString();
      for (let end = pending.indexOf('\r\n'); end >= 0; end = pending.indexOf('\r\n')) {
        const line = pending.slice(0, end);
        pending = pending.slice(end + 2);
        if (data === null) command(line);
        else if (line === '.') {
          const text = data;
          data = null;
          finish(text);
        } else data += `${line.replace(/^\./, '')}\r\n`;
      }
    });
    reply('220 hello');
  }

  const { port } = address;
  /** `start` after `stop` listens at the same address. */
  return { url: `smtp://127.0.0.1:${port}`, state, stop, start: () => listen(port) };
}

function readAddress(line: string): string {
  return line.match(/<([^>]*)>/)?.[1] ?? '';
}
