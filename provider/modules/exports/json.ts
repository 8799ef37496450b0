import { csvHead, csvRow } from '@/lib/formats/export-file';
import type { Highlight } from '@/lib/contract/highlights';
import { fields } from '@/lib/bookmark/fields';
import { printTags } from '@/lib/domain/tags';
import type { SpacesOfAccount } from '@/provider/actor';
import type { Executor } from '@/provider/db/client';
import {
  bookmarksBySpace,
  openScope,
  type ExportedBookmark,
  type ExportOptions,
} from '@/provider/modules/exports/batches';
import type { CollectionRow } from '@/provider/db/schema/library';
import { annotatedAmong, highlightsOf } from '@/provider/modules/highlights/queries';
import { bookmarkOf, exportedFields, jointPositions, readCollections } from '@/provider/modules/exports/html';

/**
 * Exports all data, for scripts and backups. An encrypted bookmark is exported as its envelope, which is bound to the
 * account and its uuid; the key hint is not exported.
 */
export async function* exportJson(
  db: Executor,
  spaces: SpacesOfAccount,
  options: ExportOptions,
  { accountId }: { accountId: string },
): AsyncGenerator<string> {
  const scope = await openScope(db, spaces, options);
  const account = options.encrypted ? `"account":${JSON.stringify(accountId)},` : '';
  const { apart } = options;
  // On a line of its own near the start, where the page that imports it can read the names.
  const names = apart ? `"spaces":${JSON.stringify(apart.map(({ name }) => name))},\n` : '';
  yield `{"version":2,${account}${names}`;
  let placeOf = jointPositions(scope, []);
  if (options.collections) {
    const collections = await readCollections(db, spaces, options);
    const folders = collections.filter(({ isDefault }) => !isDefault);
    placeOf = jointPositions(scope, folders);
    const spaceOf = (id: string) => apart?.find((space) => space.id === id)?.name;
    const lines = collections.map((one) =>
      JSON.stringify({ ...collectionOf(one, options, placeOf), space: spaceOf(one.spaceId) }),
    );
    yield `"collections":[\n${lines.join(',\n')}\n],`;
  }
  yield '"bookmarks":[\n';
  let separator = '';
  for await (const { space, rows } of bookmarksBySpace(db, scope, options)) {
    const annotated = await annotatedAmong(
      db,
      spaces.accountId,
      rows.map(({ id }) => id),
    );
    for (const row of rows) {
      const annotations = annotated.has(row.id) ? await highlightsOf(db, spaces.accountId, row.id) : [];
      const line = {
        ...presentRow(row, options, placeOf),
        ...(space !== null && { space }),
        ...(annotations.length > 0 && { annotations: annotations.map(presentAnnotation) }),
      };
      yield separator + JSON.stringify(line);
      separator = ',\n';
    }
  }
  yield '\n]}\n';
}

const presentAnnotation = ({ uuid: _uuid, bookmark: _bookmark, ...annotation }: Highlight) => annotation;

type PlaceOf = (orderKey: string) => string;

const collectionOf = (collection: CollectionRow, options: ExportOptions, placeOf: PlaceOf) => ({
  uuid: collection.id,
  name: collection.name,
  color: collection.color,
  ...(collection.icon !== null && { icon: collection.icon }),
  ...(collection.pinned && { pinned: true }),
  security: collection.security,
  listed: collection.listed,
  isDefault: collection.isDefault,
  smart: collection.smart,
  path: collection.sourcePath,
  order: collection.isDefault ? '' : placeOf(collection.orderKey),
  extra: collection.extra,
  createdAt: collection.createdAt.toISOString(),
  ...(options.metadata && {
    description: collection.description,
    updatedAt: collection.updatedAt.toISOString(),
  }),
});

const presentRow = (row: ExportedBookmark, options: ExportOptions, placeOf: PlaceOf) => ({
  uuid: row.id,
  ...(row.encrypted && { encrypted: true, cipher: row.cipher }),
  ...Object.fromEntries(
    exportedFields(options)
      // An envelope replaces the texts that every export has; the others are empty.
      .filter((name) => !row.encrypted || !fields[name].secret || 'option' in fields[name])
      .map((name) => [name, name === 'tags' ? printTags(row.tags) : row[name]]),
  ),
  order: placeOf(row.orderKey),
  ...(row.extra && { extra: row.extra }),
  ...(options.collections && {
    collections: row.collections.map(({ name }) => name),
    collectionUuids: row.collections.map(({ uuid }) => uuid),
  }),
});

/** Exports one line per bookmark, for spreadsheets; encrypted ones are omitted. */
export async function* exportCsv(
  db: Executor,
  spaces: SpacesOfAccount,
  options: ExportOptions,
): AsyncGenerator<string> {
  const scope = await openScope(db, spaces, { ...options, encrypted: false });
  const { metadata, apart } = options;
  yield csvHead({ hasSpaces: apart !== undefined });
  for await (const { space, rows } of bookmarksBySpace(db, scope, options)) {
    const lines = rows.map((row) =>
      csvRow(
        { ...bookmarkOf(row, options), visits: metadata ? row.visits : null },
        row.collections.map(({ name }) => name),
        space,
      ),
    );
    yield lines.join('');
  }
}
