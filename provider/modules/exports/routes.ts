import type { Actor, RequestContext } from '@/provider/actor';
import type { ProviderDeps } from '@/provider/deps';
import { exportDisposition, fileResponse } from '@/provider/middleware/download';
import type { Handlers } from '@/provider/middleware/handler';
import { selectBookmarks, selectNamed, spacesOf } from '@/provider/modules/bookmarks/selection';
import { resolveChosen } from '@/provider/modules/bookmarks/smart';
import type { ExportOptions } from '@/provider/modules/exports/batches';
import { exportHtml } from '@/provider/modules/exports/html';
import { exportCsv, exportJson } from '@/provider/modules/exports/json';
import { exportMarkdown } from '@/provider/modules/exports/markdown';
import { exportPage } from '@/provider/modules/exports/page';
import { findSpace, spaceNameIn, spaceNames } from '@/provider/modules/spaces/service';
import { Problem } from '@/provider/problem';

/** Writer, media type and file name extension of each format. */
const formats = {
  html: { write: exportHtml, type: 'text/html; charset=utf-8', ending: 'html' },
  json: { write: exportJson, type: 'application/json; charset=utf-8', ending: 'json' },
  page: { write: exportPage, type: 'text/html; charset=utf-8', ending: 'encrypted.html' },
  csv: { write: exportCsv, type: 'text/csv; charset=utf-8; header=present', ending: 'csv' },
  markdown: { write: exportMarkdown, type: 'application/zip', ending: 'markdown.zip' },
} as const;

export const exports: Handlers<'bookmarks.export' | 'bookmarks.exportChosen'> = {
  'bookmarks.export': async ({ actor, query: { space = actor.spaceId, ...options }, deps, context }) => {
    if (space !== 'all') return exportFile(deps, { ...actor, spaceId: space }, context, options, [space]);
    const apart = await spaceNames(deps.db, actor.accountId, context.locale);
    const ids = apart.map(({ id }) => id);
    return exportFile(deps, actor, context, { ...options, apart }, ids);
  },

  'bookmarks.exportChosen': async ({ actor, body: { uuids, query, ...options }, deps, context }) => {
    const { db } = deps;
    if (uuids !== undefined) {
      const spaceIds = await spacesOf(db, actor.accountId, uuids);
      const chosen = await selectNamed(db, actor.accountId, spaceIds, uuids);
      return exportFile(deps, actor, context, { ...options, chosen }, spaceIds);
    }
    const resolved = await resolveChosen(deps, actor, { query }, context);
    const chosen = await selectBookmarks(db, actor, resolved);
    return exportFile(deps, actor, context, { ...options, chosen }, [actor.spaceId]);
  },
};

/** Streams an export file. */
async function exportFile(
  { db, clock, config: { programs } }: ProviderDeps,
  actor: Actor,
  { locale, timeZone }: RequestContext,
  { format, ...options }: ExportOptions & { format: keyof typeof formats },
  spaceIds: readonly string[],
) {
  const space = await findSpace(db, actor.accountId, actor.spaceId);
  if (!space) throw new Problem('SPACE_NOT_FOUND');
  const { write, type, ending } = formats[format];
  const now = clock();
  const ownName = spaceNameIn(space, locale);
  const spaceName = options.apart?.map(({ name }) => name).join(', ') ?? ownName;
  const reader = { accountId: actor.accountId, spaceName, locale, timeZone, now, programs };
  const chunks = write(db, { accountId: actor.accountId, spaceIds }, options, reader);
  const day = now.toISOString().slice(0, 10);
  const disposition = exportDisposition(options.apart ? '' : ownName, day, ending);
  return fileResponse(chunks, { type, disposition });
}
