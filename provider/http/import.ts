import type { Handlers } from '@/provider/http/handler';
import { presentImport } from '@/provider/presenters/import';
import { Problem } from '@/provider/problem';
import { findImport } from '@/provider/services/imports/import-record';
import { importQueue } from '@/provider/services/imports/import-queue';
import type { FileKind } from '@/provider/services/imports/read-upload';
import { startImport } from '@/provider/services/imports/start-import';
import { undoImport } from '@/provider/services/imports/undo-import';

type Ids = 'bookmarks.import' | 'bookmarks.getImport' | 'bookmarks.undoImport';

export const imports: Handlers<Ids> = {
  'bookmarks.import': async ({ actor, query, request, deps }) => {
    const kind = requireKind(request.headers.get('content-type'));
    const input = {
      kind,
      ...query,
      body: request.body,
      bytesTotal: readLength(request.headers.get('content-length')),
    };
    const queue = importQueue(deps);
    const uuid = await startImport(deps, actor, input, (id, feed) => queue.add(id, feed));
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

function requireKind(contentType: string | null): FileKind {
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase();
  if (type === 'text/html') return 'html';
  if (type === 'application/json') return 'json';
  throw new Problem('IMPORT_INVALID_TYPE');
}

const readLength = (header: string | null): number | null =>
  header !== null && /^\d{1,15}$/.test(header) ? Number(header) : null;
