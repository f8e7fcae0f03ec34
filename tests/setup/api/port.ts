import { createServer } from 'node:net';

/** Below the ports that systems hand out by themselves, so that nothing else gets one before it is used. */
const FIRST_PORT = 20_000;
const PORTS = 12_000;

/** Each process begins elsewhere. */
let taken = (process.pid * 7_919) % PORTS;

/** A free port of 127.0.0.1. */
export async function takePort(): Promise<number> {
  for (;;) {
    taken = (taken + 1) % PORTS;
    const port = FIRST_PORT + taken;
    if (await isPortFree(port)) return port;
  }
}

export async function isPortFree(port: number): Promise<boolean> {
  const probe = createServer();
  return await new Promise((done) => {
    probe.once('error', () => done(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => done(true)));
  });
}
