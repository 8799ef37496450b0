import { randomUUID } from 'node:crypto';
import net from 'node:net';
import { Agent, request, type Dispatcher } from 'undici';
import { samplePages, serveArticles, type ArticleSite } from '@/bench/data/article-site';
import { fillSpace } from '@/bench/data/fill';
import { residentMb, signIn, startApp, type RunningApp, type Visitor } from '@/bench/lib/app';
import { quantile } from '@/bench/lib/load';
import { atMost, record, section } from '@/bench/lib/report';
import { setPlan } from '@/bench/lib/set-plan';
import { limits } from '@/lib/contract/limits';
import { serviceLimits } from '@/lib/contract/service-limits';

const attackMs = 12_000;
const sampleMs = 100;
/** Timeout of a request; a request that fails counts with this duration. */
const timeoutMs = 10_000;
const parallel = 48;
const residentBudgetMb = 450;

export interface Attack {
  app: RunningApp;
  visitor: Visitor;
  dispatcher: Dispatcher;
  /** Number of responses by status; 0 counts requests without a response. */
  statuses: Map<number, number>;
  isOver: () => boolean;
}

/** Returns the longest valid envelope; its ciphertext is never decrypted here. */
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
/** Ids of as many envelopes as fit in one request body. */
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

export async function send(
  attack: Attack,
  path: string,
  body?: string | Buffer,
  headers: Record<string, string> = {},
): Promise<number> {
  const { app, visitor, dispatcher, statuses } = attack;
  let status = 0;
  try {
    const response = await request(`${app.origin}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { ...visitor.headers, ...headers },
      dispatcher,
      ...(body !== undefined && { body }),
    });
    status = response.statusCode;
    await response.body.dump({ limit: Number.POSITIVE_INFINITY });
  } catch {
    // The connection was refused or closed.
  }
  statuses.set(status, (statuses.get(status) ?? 0) + 1);
  // Prevents a busy loop in this process while connections are refused.
  if (status === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  return status;
}

/** Sends sequential requests on each of `connections` connections until the attack is over. */
async function sendContinuously(
  attack: Attack,
  connections: number,
  next: (index: number) => [string, Buffer?],
) {
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

const lists = (attack: Attack) => sendContinuously(attack, parallel, () => ['/v1/bookmarks/list?size=200']);
const encrypted = (attack: Attack) =>
  sendContinuously(attack, parallel, (index) => [
    index % 2 ? '/v1/bookmarks/keys' : '/v1/bookmarks/encrypted',
  ]);
const bodies = (attack: Attack) => {
  const body = Buffer.from(itemsText(envelopeIds));
  return sendContinuously(attack, 16, () => ['/v1/bookmarks/encrypted', body]);
};
const exports = (attack: Attack) =>
  sendContinuously(attack, 16, (index) => [`/v1/bookmarks/export?format=${formats[index % formats.length]}`]);
const connections = (attack: Attack) => holdConnections(attack, 6_000);

const everything = (attack: Attack) =>
  Promise.all([lists(attack), encrypted(attack), bodies(attack), exports(attack), connections(attack)]);

const attacks: Record<string, (attack: Attack) => Promise<unknown>> = {
  'pages of 200': lists,
  'encrypted lists and keys': encrypted,
  'the longest bodies': bodies,
  exports,
  '6,000 connections': connections,
  'all at once': everything,
};

/** Milliseconds of sequential list requests of another account from another address. */
async function measureReads(
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
      signal: AbortSignal.timeout(timeoutMs),
    }).then(
      async ({ statusCode, body }) => {
        await body.dump({ limit: Number.POSITIVE_INFINITY });
        return statusCode;
      },
      () => 0,
    );
    taken.push(status === 200 ? performance.now() - start : timeoutMs);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  await dispatcher.destroy();
  return taken;
}

/** Fills the account of the attacker with the longest rows that the service accepts. */
async function fillWithLongest(attack: Attack): Promise<void> {
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

/** Has the worker copy pages of a third account, and waits until it does. */
async function keepWorkerBusy(app: RunningApp, site: ArticleSite): Promise<void> {
  const copying = new Promise<void>((resolve) => site.onPage(() => resolve()));
  const copier = await signIn(app.origin, 'copier');
  await setPlan(app, copier, 'pro');
  for (const host of site.hosts) {
    const body = JSON.stringify({ url: `http://${host}/`, title: 'Page' });
    const { headers } = copier;
    const response = await fetch(`${app.origin}/v1/bookmarks/create`, { method: 'POST', headers, body });
    if (response.status !== 201) throw new Error(`create: ${response.status}`);
  }
  await copying;
}

interface MeasureOptions {
  /** Further variables of the server. */
  env?: Record<string, string>;
  prepare?: (attack: Attack) => Promise<void>;
  durationMs?: number;
}

/** Measures an attack of one account on a server of its own, while another account reads its list. */
export async function measureAttack(
  name: string,
  run: (attack: Attack) => Promise<unknown>,
  { env = {}, prepare = () => Promise.resolve(), durationMs = attackMs }: MeasureOptions = {},
): Promise<void> {
  const app = await startApp({ rateLimitScale: 1, env });
  const dispatcher = new Agent({ connections: 128 });
  try {
    const reader = await signIn(app.origin, 'reader');
    await fillSpace(app.databaseUrl, { ...reader, bookmarks: 10_000 });
    const visitor = await signIn(app.origin, 'attacker');
    let isOver = false;
    const attack: Attack = { app, visitor, dispatcher, statuses: new Map(), isOver: () => isOver };
    await prepare(attack);
    const residentBefore = residentMb(app.pid);
    let residentMax = residentBefore;
    let isAlive = true;
    const timer = setInterval(() => {
      isAlive &&= app.isAlive();
      if (isAlive) residentMax = Math.max(residentMax, residentMb(app.pid));
    }, sampleMs);
    setTimeout(() => (isOver = true), durationMs);
    const [taken] = await Promise.all([measureReads(app, reader, () => isOver), run(attack)]);
    clearInterval(timer);
    const statuses = [...attack.statuses].toSorted().map(([status, count]) => `${count} × ${status}`);
    record({ name: `${name}: ${statuses.join(', ')}`, value: residentBefore, unit: 'MB', budget: 'before' });
    atMost(`${name}: the server ended`, Number(!isAlive), 0, '');
    atMost(`${name}: resident memory, maximum`, residentMax, residentBudgetMb, 'MB');
    atMost(`${name}: lists of another account, p95`, quantile(taken, 0.95), 200, 'ms');
    record({ name: `${name}: lists of another account, median`, value: quantile(taken, 0.5), unit: 'ms' });
    record({ name: `${name}: lists of another account, read`, value: taken.length, unit: '' });
  } finally {
    await dispatcher.destroy();
    await app.stop();
  }
}

const busyPages = 100;

/**
 * One unverified account tries to exhaust the server under production rate limits while another account reads; at last
 * also while the worker copies pages.
 */
export async function flooding(): Promise<void> {
  section('One account against the server');
  for (const [name, run] of Object.entries(attacks))
    await measureAttack(name, run, { prepare: fillWithLongest });
  const site = await serveArticles(samplePages(busyPages, 11));
  try {
    await measureAttack('all at once, with the worker busy', everything, {
      env: { FETCH_ALLOW: site.hosts.join(',') },
      prepare: async (attack) => {
        await fillWithLongest(attack);
        await keepWorkerBusy(attack.app, site);
      },
    });
  } finally {
    site.close();
  }
}
