import type { Import } from '@/lib/contract/imports';
import { presentFound } from '@/lib/formats/found-in-file';
import type { Handlers } from '@/provider/middleware/handler';
import { defaultChanges } from '@/provider/modules/collections/default-collection';
import type { ImportRecord } from '@/provider/db/schema/imports';
import { findImport } from '@/provider/modules/imports/queries';
import { startImport } from '@/provider/modules/imports/start';
import { undoImport } from '@/provider/modules/imports/undo';
import { Problem } from '@/provider/problem';

const presentImport = (record: ImportRecord): Import => ({
  uuid: record.id,
  status: record.status === 'receiving' ? 'queued' : record.status,
  dryRun: record.dryRun,
  bytes: record.bytes,
  bytesTotal: record.bytesTotal,
  ...presentFound(record.found),
  read: record.readCount,
  created: record.createdCount,
  duplicates: record.duplicateCount,
  repeated: record.repeatedCount,
  invalid: record.invalidCount,
  collections: record.collectionCount,
  rows: record.rows.map(({ line, reasons, title, url }) => ({ line, reasons, title, url })),
  newCollections: record.newCollections.map(({ name, count, isPublic = false, lostRules = false }) => ({
    name,
    count,
    isPublic,
    lostRules,
  })),
  merged: { bookmarks: 0, tags: 0, descriptions: 0, favorites: 0, dates: 0, visits: 0, ...record.merged },
  defaultChanges: defaultChanges(record.defaultCollection),
  failure: record.failure,
  startedAt: record.startedAt?.toISOString() ?? null,
  finishedAt: record.finishedAt?.toISOString() ?? null,
});

type Ids = 'bookmarks.import' | 'bookmarks.getImport' | 'bookmarks.undoImport';

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

  'bookmarks.getImport': async ({ actor, params, deps }) => {
    const record = await findImport(deps.db, actor.accountId, params.uuid);
    if (!record) throw new Problem('NOT_FOUND');
    return { status: 200, body: presentImport(record) };
  },

  'bookmarks.undoImport': async ({ actor, params, deps }) => {
    await undoImport(deps, actor, params.uuid);
    return { status: 204, body: null };
  },
};

const readLength = (header: string | null): number | null =>
  header !== null && /^\d{1,15}$/.test(header) ? Number(header) : null;
