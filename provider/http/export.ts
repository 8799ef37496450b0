import { ReadableStream, TextEncoderStream } from 'node:stream/web';
import type { Actor, RequestContext } from '@/provider/actor';
import type { ProviderDeps } from '@/provider/deps';
import type { Handlers } from '@/provider/http/handler';
import { Problem } from '@/provider/problem';
import { selectBookmarks, selectNamed, spacesOf } from '@/provider/services/bulk/selection';
import { resolveChosen } from '@/provider/services/collections/resolve-filters';
import type { ExportOptions } from '@/provider/services/exports/bookmark-batches';
import { exportCsv } from '@/provider/services/exports/export-csv';
import { exportHtml } from '@/provider/services/exports/export-html';
import { exportJson } from '@/provider/services/exports/export-json';
import { exportPage } from '@/provider/services/exports/export-page';
import { exportDisposition } from '@/provider/services/exports/file-name';
import { findSpace } from '@/provider/services/spaces';

/** How each format is written, what it is, and how its file's name ends. */
const formats = {
  html: { write: exportHtml, type: 'text/html; charset=utf-8', ending: 'html' },
  json: { write: exportJson, type: 'application/json; charset=utf-8', ending: 'json' },
  page: { write: exportPage, type: 'text/html; charset=utf-8', ending: 'encrypted.html' },
  csv: { write: exportCsv, type: 'text/csv; charset=utf-8; header=present', ending: 'csv' },
} as const;

export const exports: Handlers<'bookmarks.export' | 'bookmarks.exportChosen'> = {
  'bookmarks.export': ({ actor, query, deps, context }) =>
    fileOf(deps, actor, context, query, [actor.spaceId]),

  'bookmarks.exportChosen': async ({ actor, body: { uuids, query, ...options }, deps, context }) => {
    const { $client } = deps.db;
    if (uuids !== undefined) {
      const spaceIds = await spacesOf($client, actor.accountId, uuids);
      const chosen = await selectNamed($client, spaceIds, uuids);
      return fileOf(deps, actor, context, { ...options, chosen }, spaceIds);
    }
    const resolved = await resolveChosen(deps, actor.spaceId, { query }, context);
    const chosen = await selectBookmarks($client, actor.spaceId, resolved);
    return fileOf(deps, actor, context, { ...options, chosen }, [actor.spaceId]);
  },
};

/** A file that is written while it is read. */
async function fileOf(
  { db, clock }: ProviderDeps,
  actor: Actor,
  { locale, timeZone }: RequestContext,
  { format, ...options }: ExportOptions & { format: keyof typeof formats },
  spaceIds: readonly string[],
) {
  const space = await findSpace(db, actor.accountId, actor.spaceId);
  if (!space) throw new Problem('SPACE_NOT_FOUND');
  const { write, type, ending } = formats[format];
  const now = clock();
  const reader = { accountId: actor.accountId, spaceName: space.name, locale, timeZone, now };
  const text = ReadableStream.from(write(db, spaceIds, options, reader));
  const day = now.toISOString().slice(0, 10);
  return {
    status: 200 as const,
    body: text.pipeThrough(new TextEncoderStream()) as unknown as BodyInit,
    headers: {
      'content-type': type,
      'content-disposition': exportDisposition(space.name, day, ending),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    },
  };
}
