import net from 'node:net';
import { Agent, request } from 'undici';
import { signIn, startApp, type RunningApp, type Visitor } from '@/bench/lib/app';
import { quantile } from '@/bench/lib/load';
import { atMost, record, section } from '@/bench/lib/report';

const senders = 12;
/** Longer than the time after which a slow body is ended. */
const attackMs = 45_000;
const byteEveryMs = 5_000;
const slowBytes = 1024 * 1024;
const timeoutMs = 10_000;

/** Statuses of the slow requests; 0 counts connections that were closed without a response. */
type Statuses = Map<number, number>;

interface Attack {
  name: string;
  path: string;
  /** Headers of one sender. */
  headersOf: (index: number) => Promise<Record<string, string>>;
}

/** Sends one body, a byte at a time, from an address of its own, until it is refused or the signal aborts it. */
function sendSlowly(
  { origin }: RunningApp,
  path: string,
  { index, headers, signal }: { index: number; headers: Record<string, string>; signal: AbortSignal },
): Promise<number> {
  const { port, host } = new URL(origin);
  const lines = Object.entries({ ...headers, host, 'content-length': String(slowBytes) });
  const socket = net.connect({ port: Number(port), host: '127.0.0.1', localAddress: `127.0.1.${index + 1}` });
  socket.write(
    `POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
  );
  const timer = setInterval(() => socket.write(' '), byteEveryMs);
  signal.addEventListener('abort', () => socket.destroy(), { once: true });
  return new Promise((resolve) => {
    let status = 0;
    socket.on('data', (chunk) => {
      if (status === 0) status = Number(/^HTTP\/1\.1 (\d+)/.exec(chunk.toString('latin1'))?.[1] ?? 0);
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(timer);
      resolve(status);
    });
  });
}

async function attackSlowly(app: RunningApp, attack: Attack, signal: AbortSignal): Promise<Statuses> {
  const statuses: Statuses = new Map();
  const isOver = () => signal.aborted;
  await Promise.all(
    Array.from({ length: senders }, async (_, index) => {
      const headers = await attack.headersOf(index);
      while (!isOver()) {
        const status = await sendSlowly(app, attack.path, { index, headers, signal });
        if (isOver()) return;
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        // A refused sender would otherwise reconnect in a busy loop.
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }),
  );
  return statuses;
}

/**
 * Milliseconds of sequential requests of another account with a body of 200 kB, and the statuses of those that failed; a
 * failure counts as the timeout.
 */
async function measureBodies(
  { origin }: RunningApp,
  { headers }: Visitor,
  signal: AbortSignal,
): Promise<{ taken: number[]; failed: Statuses }> {
  const dispatcher = new Agent({ connections: 1 });
  const taken: number[] = [];
  const failed: Statuses = new Map();
  for (let index = 0; !signal.aborted; index += 1) {
    const body = JSON.stringify({ url: `https://slow.example/${index}` }).padEnd(200_000);
    const start = performance.now();
    const status = await request(`${origin}/v1/bookmarks/create`, {
      method: 'POST',
      headers,
      body,
      dispatcher,
      signal: AbortSignal.timeout(timeoutMs),
    }).then(
      async (response) => {
        await response.body.dump();
        return response.statusCode;
      },
      () => 0,
    );
    if (status !== 201) failed.set(status, (failed.get(status) ?? 0) + 1);
    taken.push(status === 201 ? performance.now() - start : timeoutMs);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await dispatcher.destroy();
  return { taken, failed };
}

async function measure(app: RunningApp, attack: Attack): Promise<void> {
  // The number of bookmarks that one account may create is limited.
  const reader = await signIn(app.origin, `reader-${attack.path.replaceAll('/', '-')}`);
  const signal = AbortSignal.timeout(attackMs);
  const [statuses, { taken, failed }] = await Promise.all([
    attackSlowly(app, attack, signal),
    measureBodies(app, reader, signal),
  ]);
  record({ name: `${attack.name}: ${print(statuses) || 'none ended'}`, value: senders, unit: 'senders' });
  const failures = [...failed.values()].reduce((sum, count) => sum + count, 0);
  const name = `bodies of 200 kB that failed, of ${taken.length}`;
  atMost(`${attack.name}: ${name}${failures > 0 ? ` (${print(failed)})` : ''}`, failures, 0, '');
  atMost(`${attack.name}: bodies of 200 kB, p95`, quantile(taken, 0.95), 200, 'ms');
}

const print = (statuses: Statuses): string =>
  [...statuses]
    .toSorted()
    .map(([status, count]) => `${count} × ${status}`)
    .join(', ');

/** Twelve clients send a megabyte, one byte every five seconds, while another account sends long bodies. */
export async function slowBodies(): Promise<void> {
  section('Bodies that are sent slowly');
  const app = await startApp({ rateLimitScale: 1 });
  try {
    const json = { 'content-type': 'application/json', origin: app.origin, 'sec-fetch-site': 'same-origin' };
    const guest = () => Promise.resolve(json);
    await measure(app, { name: 'guests signing in', path: '/v1/auth/login', headersOf: guest });
    await measure(app, { name: 'guests reporting a bug', path: '/v1/feedback', headersOf: guest });
    const accounts = await signInAll(app);
    await measure(app, {
      name: 'accounts',
      path: '/v1/bookmarks/create',
      headersOf: (index) => Promise.resolve(accounts[index]?.headers ?? {}),
    });
  } finally {
    await app.stop();
  }
}

async function signInAll(app: RunningApp): Promise<Visitor[]> {
  const visitors: Visitor[] = [];
  for (let index = 0; index < senders; index += 1) visitors.push(await signIn(app.origin, `slow-${index}`));
  return visitors;
}
