import { ReadableStream, TextEncoderStream } from 'node:stream/web';
import type { Handlers } from '@/provider/http/handler';
import { Problem } from '@/provider/problem';
import { exportCsv } from '@/provider/services/exports/export-csv';
import { exportHtml } from '@/provider/services/exports/export-html';
import { exportJson } from '@/provider/services/exports/export-json';
import { exportDisposition } from '@/provider/services/exports/file-name';
import { findSpace } from '@/provider/services/spaces';

const formats = {
  html: { write: exportHtml, type: 'text/html; charset=utf-8' },
  json: { write: exportJson, type: 'application/json; charset=utf-8' },
  csv: { write: exportCsv, type: 'text/csv; charset=utf-8; header=present' },
} as const;

export const exports: Handlers<'bookmarks.export'> = {
  'bookmarks.export': async ({ actor, query, deps }) => {
    const space = await findSpace(deps.db, actor.accountId, actor.spaceId);
    if (!space) throw new Problem('SPACE_NOT_FOUND');
    const { write, type } = formats[query.format];
    const text = ReadableStream.from(write(deps.db, actor.spaceId, query));
    const day = deps.clock().toISOString().slice(0, 10);
    return {
      status: 200,
      body: text.pipeThrough(new TextEncoderStream()) as unknown as BodyInit,
      headers: {
        'content-type': type,
        'content-disposition': exportDisposition(space.name, day, query.format),
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      },
    };
  },
};
