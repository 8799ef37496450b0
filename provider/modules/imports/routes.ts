import type { Import } from '@/lib/contract/imports';
import { presentFound } from '@/lib/formats/found-in-file';
import { fileResponse } from '@/provider/middleware/download';
import type { Handlers } from '@/provider/middleware/handler';
import { defaultChanges } from '@/provider/modules/collections/default-collection';
import type { ImportRecord } from '@/provider/db/schema/imports';
import { mergedCounts } from '@/provider/modules/imports/merge-known';
import { statusOf } from '@/provider/modules/imports/parts';
import {
  discardProductRead,
  findProductRead,
  openProductFile,
  presentProductRead,
  startProductRead,
} from '@/provider/modules/imports/product-read';
import { findImports } from '@/provider/modules/imports/queries';
import { startImport } from '@/provider/modules/imports/start';
import { undoImport } from '@/provider/modules/imports/undo';
import { Problem } from '@/provider/problem';

const reportedRows = 1_000;

/** Presents the imports of a file as one, the leading one first. */
function presentImport(leader: ImportRecord, parts: readonly ImportRecord[]): Import {
  const all = [leader, ...parts];
  const sum = (count: (record: ImportRecord) => number): number =>
    all.reduce((total, record) => total + count(record), 0);
  const times = (name: 'startedAt' | 'finishedAt') =>
    all.flatMap((record) => record[name] ?? []).sort(byTime);
  return {
    uuid: leader.id,
    status: statusOf(all),
    dryRun: leader.dryRun,
    bytes: leader.bytes,
    bytesTotal: leader.bytesTotal,
    ...presentFound(leader.found),
    spaces: parts.map(({ spaceName, createsSpace, createdCount, duplicateCount, repeatedCount }) => ({
      name: spaceName ?? '',
      isNew: createsSpace,
      created: createdCount,
      duplicates: duplicateCount,
      repeated: repeatedCount,
    })),
    read: leader.readCount,
    created: sum(({ createdCount }) => createdCount),
    duplicates: sum(({ duplicateCount }) => duplicateCount),
    repeated: sum(({ repeatedCount }) => repeatedCount),
    invalid: sum(({ invalidCount }) => invalidCount),
    collections: sum(({ collectionCount }) => collectionCount),
    rows: all
      .flatMap(({ rows }) => rows)
      .map(({ line, reasons, title, url }) => ({ line, reasons, title, url }))
      .sort((one, other) => one.line - other.line)
      .slice(0, reportedRows),
    newCollections: all.flatMap(({ spaceName: space, newCollections }) =>
      newCollections.map(({ name, count, isPublic = false, lostRules = false }) => ({
        ...{ name, space, count, isPublic, lostRules },
      })),
    ),
    merged: mergedCounts((kind) => sum(({ merged }) => merged[kind] ?? 0)),
    defaultChanges: [...new Set(all.flatMap(({ defaultCollection }) => defaultChanges(defaultCollection)))],
    failure: all.find(({ failure }) => failure !== null)?.failure ?? null,
    startedAt: times('startedAt')[0]?.toISOString() ?? null,
    finishedAt: times('finishedAt').at(-1)?.toISOString() ?? null,
  };
}

const byTime = (one: Date, other: Date): number => one.getTime() - other.getTime();

type Ids =
  | 'bookmarks.readProduct'
  | 'bookmarks.getProductRead'
  | 'bookmarks.getProductFile'
  | 'bookmarks.discardProductRead'
  | 'bookmarks.import'
  | 'bookmarks.getImport'
  | 'bookmarks.undoImport';

export const imports: Handlers<Ids> = {
  'bookmarks.import': async ({ actor, query, request, deps }) => {
    const input = {
      ...query,
      body: request.body,
      bytesTotal: readLength(request.headers.get('content-length')),
    };
    const uuid = await startImport(deps, actor, input);
    return { status: 202, body: { uuid } };
  },

  'bookmarks.readProduct': async ({ actor, body, deps }) => ({
    status: 202,
    body: await startProductRead(deps, actor, body),
  }),

  'bookmarks.getProductRead': async ({ actor, deps }) => {
    const row = await findProductRead(deps.db, actor.accountId);
    return { status: 200, body: { read: row && presentProductRead(row) } };
  },

  'bookmarks.getProductFile': async ({ actor, deps }) =>
    fileResponse(await openProductFile(deps.db, actor.accountId), {
      // The app parses JSON as the data of a call.
      type: 'application/octet-stream',
      disposition: 'attachment',
    }),

  'bookmarks.discardProductRead': async ({ actor, deps }) => {
    await discardProductRead(deps.db, actor.accountId);
    return { status: 204, body: null };
  },

  'bookmarks.getImport': async ({ actor, params, deps }) => {
    const key = { accountId: actor.accountId, id: params.uuid };
    const [leader, ...parts] = await findImports(deps.db.$client, key);
    if (!leader) throw new Problem('NOT_FOUND');
    return { status: 200, body: presentImport(leader, parts) };
  },

  'bookmarks.undoImport': async ({ actor, params, deps }) => {
    await undoImport(deps, actor, params.uuid);
    return { status: 204, body: null };
  },
};

const readLength = (header: string | null): number | null =>
  header !== null && /^\d{1,15}$/.test(header) ? Number(header) : null;
