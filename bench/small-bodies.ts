import { randomUUID } from 'node:crypto';
import { measureAttack, send, type Attack } from '@/bench/flooding';
import { section } from '@/bench/lib/report';
import { limits } from '@/lib/contract/limits';

const durationMs = 8_000;
const html = { 'content-type': 'text/html' };

interface Body {
  path: string;
  /** Created when it is needed; the longest has 100 MB. Without one, the request is a GET. */
  create?: () => string;
  headers?: Record<string, string>;
  connections?: number;
}

const longText = (characters: number): string => '喫'.repeat(characters);
const file = (items: readonly string[]): string =>
  `<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<H1>Bookmarks</H1>\n<DL><p>\n${items.join('\n')}\n</DL><p>\n`;
const folders = (count: number, name: (at: number) => string): string =>
  file(Array.from({ length: count }, (_, at) => `<DT><H3>${name(at)}</H3>\n<DL><p>\n</DL><p>`));
const entry = (at: number, text: string): string =>
  `<DT><A HREF="https://flood.example/${at}">Title</A>\n<DD>${text}`;
const names = (count: number, value: string): string =>
  Array.from({ length: count }, (_, at) => `"k${at}":${value}`).join(',');
const uuids = (count: number): string => Array.from({ length: count }, () => `"${randomUUID()}"`).join(',');

/** Bodies whose values or effects take far more memory or time than their length suggests. */
const bodies: Record<string, Body> = {
  'a JSON file of nested arrays': {
    path: '/v1/bookmarks/import',
    create: () => `{"version":1,"bookmarks":[${'['.repeat(1_000_000)}`,
  },
  'a JSON file with 550,000 fields in a bookmark': {
    path: '/v1/bookmarks/import',
    create: () => `{"version":1,"bookmarks":[{"url":"https://a.example","extra":{${names(550_000, '1')}}}]}`,
  },
  'a JSON file with a text of 7 MB in a bookmark': {
    path: '/v1/bookmarks/import',
    create: () =>
      `{"version":1,"bookmarks":[{"url":"https://a.example","description":"${longText(2_400_000)}"}]}`,
  },
  'a JSON file of long collections': {
    path: '/v1/bookmarks/import',
    create: () => {
      const one = (at: number) => `{"uuid":"${at}","name":"${at}","description":"${longText(20_000)}"}`;
      return `{"version":1,"collections":[${Array.from({ length: 1_600 }, (_, at) => one(at)).join(',')}],"bookmarks":[]}`;
    },
  },
  'a JSON file of two million collections': {
    path: '/v1/bookmarks/import',
    create: () =>
      `{"version":1,"collections":[${'{"uuid":"1","name":"a"},'.repeat(2_000_000)}1],"bookmarks":[]}`,
  },
  'a bookmark file of long folder names': {
    path: '/v1/bookmarks/import',
    headers: html,
    create: () => folders(40_000, (at) => `${at}${longText(800)}`),
  },
  'a bookmark file of deep folders': {
    path: '/v1/bookmarks/import',
    headers: html,
    create: () => {
      const chain = Array.from({ length: 500 }, () => '<DT><H3>a</H3>\n<DL><p>').join('\n');
      const leaves = Array.from({ length: 40_000 }, (_, at) => `<DT><H3>${at}</H3>\n<DL><p>\n</DL><p>`);
      return file([chain, ...leaves]);
    },
  },
  'a bookmark file of long bookmarks, each twice': {
    path: '/v1/bookmarks/import',
    headers: html,
    create: () =>
      file(
        Array.from({ length: 600 }, (_, at) => entry(at >> 1, longText(limits.descriptionLength - (at & 1)))),
      ),
  },
  'envelopes: nested arrays': {
    path: '/v1/bookmarks/encrypted',
    connections: 4,
    create: () => `{"items":${'['.repeat(3_100_000)}${']'.repeat(3_100_000)}}`,
  },
  'envelopes: two million empty ones': {
    path: '/v1/bookmarks/encrypted',
    connections: 4,
    create: () => `{"items":[${'{},'.repeat(2_000_000)}{}]}`,
  },
  'envelopes: as many empty ones as are counted': {
    path: '/v1/bookmarks/encrypted',
    connections: 4,
    create: () => `{"items":[${'{},'.repeat(99_999)}{}]}`,
  },
  'envelopes: 250,000 fields': {
    path: '/v1/bookmarks/encrypted',
    connections: 4,
    create: () => `{${names(250_000, '1')}}`,
  },
  'copies of 100,000 bookmarks': {
    path: '/v1/bookmarks/encrypted/copies',
    connections: 4,
    create: () => `{"uuids":[${uuids(100_000)}]}`,
  },
  'a bulk change of 20,000 invalid ids': {
    path: '/v1/bookmarks/bulk',
    connections: 4,
    create: () => `{"action":"delete","uuids":[${'"x",'.repeat(19_999)}"x"]}`,
  },
  'a search with 9,000 groups': { path: `/v1/search?q=${'('.repeat(9_000)}`, connections: 4 },
  'a search with 2,000 alternatives': { path: `/v1/search?q=${'ab+OR+'.repeat(1_500)}cd`, connections: 4 },
  'a search with 1,500 negated groups': { path: `/v1/search?q=${'-(ab)+'.repeat(1_500)}`, connections: 4 },
  'a question of 9,000 characters': {
    path: `/v1/search?mode=ask&q=${'last+week+'.repeat(900)}`,
    connections: 4,
  },
  'a bug report of nested arrays': {
    path: '/v1/feedback',
    connections: 4,
    create: () => `{"message":${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}}`,
  },
};

async function repeat(attack: Attack, { path, create, headers = {}, connections = 1 }: Body): Promise<void> {
  const body = create && Buffer.from(create());
  const worker = async () => {
    while (!attack.isOver()) await send(attack, path, body, headers);
  };
  await Promise.all(Array.from({ length: connections }, worker));
}

/** One unverified account repeats requests that are short for what they cause. */
export async function smallBodies(chosen = ''): Promise<void> {
  section('Bodies that are short for what they cause');
  for (const [name, body] of Object.entries(bodies)) {
    if (name.includes(chosen)) await measureAttack(name, (attack) => repeat(attack, body), { durationMs });
  }
}
