import type { Import } from '@/lib/contract/schemas/import';
import { defaultChanges } from '@/provider/services/imports/default-collection';
import type { ImportRecord } from '@/provider/services/imports/import-record';

export const presentImport = (record: ImportRecord): Import => ({
  uuid: record.id,
  status: record.status === 'receiving' ? 'queued' : record.status,
  dryRun: record.dryRun,
  bytes: record.bytes,
  bytesTotal: record.bytesTotal,
  read: record.readCount,
  created: record.createdCount,
  duplicates: record.duplicateCount,
  invalid: record.invalidCount,
  collections: record.collectionCount,
  rows: record.rows.map(({ line, reasons, title, url }) => ({ line, reasons, title, url })),
  newCollections: record.newCollections.map(({ name, count, isPublic = false }) => ({
    name,
    count,
    isPublic,
  })),
  merged: { bookmarks: 0, tags: 0, descriptions: 0, favorites: 0, dates: 0, visits: 0, ...record.merged },
  defaultChanges: defaultChanges(record.defaultCollection),
  failure: record.failure,
  startedAt: record.startedAt?.toISOString() ?? null,
  finishedAt: record.finishedAt?.toISOString() ?? null,
});
