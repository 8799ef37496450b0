import type { Input, Output } from '@/lib/contract/index';
import type { Answer, TestAccount, TestProvider } from '@/provider/testing/test-provider';

type Query = NonNullable<Input<'bookmarks.import'>['query']>;
type Body = string | Uint8Array | ReadableStream<Uint8Array>;
type Who = Pick<TestAccount, 'token' | 'spaceId'>;

/** Returns a bookmark file with these lines. */
export const file = (...lines: readonly string[]): string =>
  ['<!DOCTYPE NETSCAPE-Bookmark-file-1>', '<DL><p>', ...lines, '</DL><p>'].join('\n');

/** Returns the line of one bookmark. */
export const link = (url: string, title = url, attributes = ''): string =>
  `<DT><A HREF="${url}" ${attributes}>${title}</A>`;

/** Creates helpers that import files and read the result through the API of a test provider. */
export function createImporter({ call, importsIdle }: TestProvider) {
  const send = (person: Who, body: Body, query: Query = {}): Promise<Answer<'bookmarks.import'>> =>
    call(
      'bookmarks.import',
      { query, body: body as BodyInit },
      {
        ...person,
        headers: {
          'content-type': typeof body === 'string' && body.startsWith('{') ? 'application/json' : 'text/html',
        },
      },
    );

  const read = async (person: Who, uuid: string): Promise<Output<'bookmarks.getImport'>> =>
    (await call('bookmarks.getImport', { params: { uuid } }, person)).body;

  return {
    send,
    read,
    /** Imports a file, waits until the import has ended, and returns the report. */
    importFile: async (person: Who, body: Body, query: Query = {}) => {
      const { uuid } = (await send(person, body, query)).body;
      await importsIdle();
      return read(person, uuid);
    },
    /** Returns the first 200 bookmarks, by default in manual order. */
    list: async (person: Who, query: NonNullable<Input<'bookmarks.list'>['query']> = {}) => {
      const order = { size: 200, sortField: 'order', sortOrder: 'ASC' } as const;
      return (await call('bookmarks.list', { query: { ...order, ...query } }, person)).body.content;
    },
    listCollections: async (person: Who) =>
      (await call('collections.list', { query: { size: 200 } }, person)).body.content,
  };
}
