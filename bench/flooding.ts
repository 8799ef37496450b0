import { randomUUID } from 'node:crypto';
import net from 'node:net';
import { Agent, request, type Dispatcher } from 'undici';
import { fillSpace } from '@/bench/data/fill';
import { residentMb, signIn, startApp, type RunningApp, type Visitor } from '@/bench/lib/app';
import { quantile } from '@/bench/lib/load';
import { atMost, record, section } from '@/bench/lib/report';
import { limits } from '@/lib/contract/limits';
import { serviceLimits } from '@/lib/contract/service-limits';

const attackMs = 12_000;
const sampleMs = 100;
/** A request that takes longer counts as this. */
const longestMs = 10_000;
const parallel = 48;
const residentBudgetMb = 450;

interface Attack {
  app: RunningApp;
  visitor: Visitor;
  dispatcher: Dispatcher;
  /** Responses by status; 0 counts requests that got none. */
  statuses: Map<number, number>;
  isOver: () => boolean;
}

/** The longest envelope; its ciphertext is never decrypted here. */
function longestEnvelope(): string {
  const buckets = Math.floor(((serviceLimits.cipherLength - 4) * 0.75 - 52) / 256);
  const bytes = Buffer.alloc(52 + buckets * 256, 7);
  bytes.writeUInt16BE(0x0101, 0);
  bytes.writeUInt32BE(serviceLimits.keyIterationsMin, 2);
  return `mw1.${bytes.toString('base64url')}`;
}

const formats = ['html', 'json', 'csv'];
const envelope = longestEnvelope();
const itemBytes = serviceLimits.cipherLength + 64;
/** As many envelopes as one body takes. */
const envelopeIds = Array.from({ length: Math.floor(serviceLimits.envelopesBytes / itemBytes) }, () =>
  randomUUID(),
);
const itemsText = (ids: readonly string[]): string =>
  `{"items":[${ids.map((uuid) => `{"uuid":"${uuid}","cipher":"${envelope}"}`).join(',')}]}`;

const longestBookmark = (index: number): string =>
  JSON.stringify({
    title: `Longest ${index}`,
    url: `https://flood.example/${index}/`.padEnd(limits.urlLength, 'x'),
    description: '😀'.repeat(limits.descriptionLength),
  });

async function send(attack: Attack, path: string, body?: string | Buffer): Promise<number> {
  const { app, visitor, dispatcher, statuses } = attack;
  let status = 0;
  try {
    const answer = await request(`${app.origin}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: visitor.headers,
      dispatcher,
      ...(body !== undefined && { body }),
    });
    status = answer.statusCode;
    await answer.body.dump({ limit: Number.POSITIVE_INFINITY });
  } catch {
    // The connection was refused or cut.
  }
  statuses.set(status, (statuses.get(status) ?? 0) + 1);
  // A refusal costs the attacker next to nothing, and must cost the server as little.
  if (status === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  return status;
}

/** Sends one request after the other on many connections until the attack is over. */
async function press(attack: Attack, connections: number, next: (index: number) => [string, Buffer?]) {
  let index = 0;
  const worker = async () => {
    while (!attack.isOver()) await send(attack, ...next(index++));
  };
  await Promise.all(Array.from({ length: connections }, worker));
}

/** Opens connections that never finish the headers of their request. */
async function holdConnections({ app, isOver, statuses }: Attack, count: number): Promise<void> {
  const { port } = new URL(app.origin);
  const sockets = Array.from({ length: count }, () => {
    const socket = net.connect(Number(port), '127.0.0.1');
    socket.on('connect', () => socket.write(`GET / HTTP/1.1\r\nx-padding: ${'x'.repeat(8_000)}`));
    socket.on('error', () => undefined);
    socket.on('close', () => statuses.set(0, (statuses.get(0) ?? 0) + 1));
    return socket;
  });
  while (!isOver()) await new Promise((resolve) => setTimeout(resolve, sampleMs));
  for (const socket of sockets) socket.destroy();
}

const lists = (attack: Attack) => press(attack, parallel, () => ['/v1/bookmarks/list?size=200']);
const encrypted = (attack: Attack) =>
  press(attack, parallel, (index) => [index % 2 ? '/v1/bookmarks/keys' : '/v1/bookmarks/encrypted']);
const bodies = (attack: Attack) => {
  const body = Buffer.from(itemsText(envelopeIds));
  return press(attack, 16, () => ['/v1/bookmarks/encrypted', body]);
};
const exports = (attack: Attack) =>
  press(attack, 16, (index) => [`/v1/bookmarks/export?format=${formats[index % formats.length]}`]);
const connections = (attack: Attack) => holdConnections(attack, 6_000);

const attacks: Record<string, (attack: Attack) => Promise<unknown>> = {
  'pages of 200': lists,
  'encrypted lists and keys': encrypted,
  'the longest bodies': bodies,
  exports,
  '6,000 connections': connections,
  'all at once': (attack) =>
    Promise.all([lists(attack), encrypted(attack), bodies(attack), exports(attack), connections(attack)]),
};

/** Milliseconds of another account's lists, read one after the other from another address. */
async function readOn(
  { origin }: RunningApp,
  { headers }: Visitor,
  isOver: () => boolean,
): Promise<number[]> {
  const dispatcher = new Agent({ connect: { localAddress: '127.0.0.2' }, connections: 2 });
  const taken: number[] = [];
  while (!isOver()) {
    const start = performance.now();
    const status = await request(`${origin}/v1/bookmarks/list?size=50`, {
      headers,
      dispatcher,
      signal: AbortSignal.timeout(longestMs),
    }).then(
      async ({ statusCode, body }) => {
        await body.dump({ limit: Number.POSITIVE_INFINITY });
        return statusCode;
      },
      () => 0,
    );
    taken.push(status === 200 ? performance.now() - start : longestMs);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  await dispatcher.destroy();
  return taken;
}

/** Fills the account of the attacker with the longest rows that the service takes. */
async function prepare(attack: Attack): Promise<void> {
  for (let index = 0; index < 200; index += 1) {
    const status = await send(attack, '/v1/bookmarks/create', longestBookmark(index));
    if (status !== 201) throw new Error(`create: ${status}`);
  }
  for (let from = 0; from < envelopeIds.length; from += 20) {
    const body = itemsText(envelopeIds.slice(from, from + 20));
    const status = await send(attack, '/v1/bookmarks/encrypted', body);
    if (status !== 201) throw new Error(`encrypted: ${status}`);
  }
  attack.statuses.clear();
}

async function measure(name: string, run: (attack: Attack) => Promise<unknown>): Promise<void> {
  const app = await startApp({ rateLimitScale: 1 });
  const dispatcher = new Agent({ connections: 128 });
  try {
    const reader = await signIn(app.origin, 'reader');
    await fillSpace(app.databaseUrl, { ...reader, bookmarks: 10_000 });
    const visitor = await signIn(app.origin, 'attacker');
    let isOver = false;
    const attack: Attack = { app, visitor, dispatcher, statuses: new Map(), isOver: () => isOver };
    await prepare(attack);
    const calm = residentMb(app.pid);
    let most = calm;
    let isAlive = true;
    const timer = setInterval(() => {
      isAlive &&= app.isAlive();
      if (isAlive) most = Math.max(most, residentMb(app.pid));
    }, sampleMs);
    setTimeout(() => (isOver = true), attackMs);
    const [taken] = await Promise.all([readOn(app, reader, () => isOver), run(attack)]);
    clearInterval(timer);
    const statuses = [...attack.statuses].toSorted().map(([status, count]) => `${count} × ${status}`);
    record({ name: `${name}: ${statuses.join(', ')}`, value: calm, unit: 'MB', budget: 'before' });
    atMost(`${name}: the server ended`, Number(!isAlive), 0, '');
    atMost(`${name}: resident memory, most`, most, residentBudgetMb, 'MB');
    atMost(`${name}: lists of another account, p95`, quantile(taken, 0.95), 200, 'ms');
    record({ name: `${name}: lists of another account, median`, value: quantile(taken, 0.5), unit: 'ms' });
    record({ name: `${name}: lists of another account, read`, value: taken.length, unit: '' });
  } finally {
    await dispatcher.destroy();
    await app.stop();
  }
}

/** One unverified account tries to exhaust the server, with the rate limits of production, while another one reads. */
export async function flooding(): Promise<void> {
  section('One account against the server');
  for (const [name, run] of Object.entries(attacks)) await measure(name, run);
}
