import { Client } from 'pg';
import { request } from 'undici';
import { type RunningApp, signInAgain, type Visitor } from '@/bench/lib/app';
import { diskMb, memoryMb } from '@/bench/lib/footprint';
import { quantile, slope } from '@/bench/lib/load';
import { record, section } from '@/bench/lib/report';

const minutes = 60;
/** The first minutes compile code and fill caches. */
const warmUpMinutes = 10;
const perSecond = 8;
/** Sessions are valid for longer, but not for the whole run. */
const signInMinutes = 5;

interface Sample {
  memory: number;
  connections: number;
  disk: number;
  p95: number;
}

interface Created {
  uuid: string;
}

/** Sends one request and reads the response. */
async function send(
  app: RunningApp,
  visitor: Visitor,
  path: string,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE' = 'GET',
  content?: object,
): Promise<string> {
  const { statusCode, body } = await request(`${app.origin}${path}`, {
    method,
    headers: visitor.headers,
    ...(content && { body: JSON.stringify(content) }),
  });
  const text = await body.text();
  if (statusCode >= 400) throw new Error(`${method} ${path}: ${statusCode} ${text}`);
  return text;
}

const words = ['guide', 'zigbee', 'data', 'how to bake', 'rust'];

/** A request of the mix; a bookmark that is created is changed and deleted right after. */
async function visit(app: RunningApp, visitor: Visitor, index: number): Promise<void> {
  switch (index % 8) {
    case 0:
      await send(app, visitor, '/');
      break;
    case 1:
    case 2:
      await send(app, visitor, `/v1/search?q=${encodeURIComponent(words[index % words.length] ?? '')}`);
      break;
    case 3: {
      const created = await send(app, visitor, '/v1/bookmarks/create', 'POST', {
        title: `Soaked page ${index}`,
        url: `https://soaked.example/${index}`,
      });
      const { uuid } = JSON.parse(created) as Created;
      await send(app, visitor, `/v1/bookmarks/${uuid}/update`, 'PUT', { title: `Changed page ${index}` });
      await send(app, visitor, `/v1/bookmarks/${uuid}/delete?permanent=true`, 'DELETE');
      break;
    }
    case 4:
      await send(app, visitor, '/v1/tags/list');
      break;
    default:
      await send(app, visitor, '/v1/bookmarks/list?size=50');
  }
}

/** Starts a visit at each tick of a minute, however long the earlier ones take. Returns the times in milliseconds. */
async function oneMinute(app: RunningApp, visitor: Visitor, first: number): Promise<number[]> {
  const taken: number[] = [];
  const visits: Promise<void>[] = [];
  const begun = performance.now();
  for (let index = 0; index < 60 * perSecond; index += 1) {
    const due = begun + (index * 1_000) / perSecond;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
    const start = performance.now();
    visits.push(visit(app, visitor, first + index).then(() => void taken.push(performance.now() - start)));
  }
  await Promise.all(visits);
  return taken;
}

async function countConnections(client: Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where backend_type = 'client backend' and pid <> pg_backend_pid()`,
  );
  return rows[0]?.count ?? 0;
}

/** An hour of mixed load at a constant rate: memory, connections, disk and response times must not grow. */
export async function soak(app: RunningApp, visitor: Visitor): Promise<void> {
  section(`Mixed load at ${perSecond} visits a second for ${minutes} minutes`);
  const client = new Client({ connectionString: app.databaseUrl });
  await client.connect();
  const samples: Sample[] = [];
  try {
    for (let minute = 0; minute < minutes; minute += 1) {
      if (minute % signInMinutes === 0) await signInAgain(visitor);
      const taken = await oneMinute(app, visitor, minute * 60 * perSecond);
      const { database, log } = diskMb(app);
      samples.push({
        memory: memoryMb(app),
        connections: await countConnections(client),
        disk: database + log,
        p95: quantile(taken, 0.95),
      });
      if (minute % 10 === 9) report(samples, minute);
    }
  } finally {
    await client.end();
  }
  for (const [name, unit] of [
    ['memory', 'MB'],
    ['connections', ''],
    ['disk', 'MB'],
    ['p95', 'ms'],
  ] as const) {
    const values = samples.slice(warmUpMinutes).map((sample) => sample[name]);
    record({ name: `${name}, change in an hour`, value: slope(values) * 60, unit });
  }
}

function report(samples: readonly Sample[], minute: number): void {
  const { memory = 0, connections = 0, disk = 0, p95 = 0 } = samples.at(-1) ?? {};
  const text = `${Math.round(memory)} MB, ${connections} connections, ${disk} MB of disk, p95`;
  record({ name: `after ${minute + 1} minutes: ${text}`, value: p95, unit: 'ms' });
}
