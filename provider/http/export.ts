import { ReadableStream, TextEncoderStream } from 'node:stream/web';
import type { Handlers } from '@/provider/http/handler';
import { exportCsv, exportHtml, exportJson } from '@/provider/services/export-bookmarks';

const formats = {
  html: { write: exportHtml, type: 'text/html; charset=utf-8' },
  json: { write: exportJson, type: 'application/json; charset=utf-8' },
  csv: { write: exportCsv, type: 'text/csv; charset=utf-8' },
} as const;

export const exports: Handlers<'bookmarks.export'> = {
  'bookmarks.export': ({ actor, query, deps }) => {
    const { write, type } = formats[query.format];
    const text = ReadableStream.from(write(deps.db, actor.spaceId, query));
    const day = deps.clock().toISOString().slice(0, 10);
    return Promise.resolve({
      status: 200,
      body: text.pipeThrough(new TextEncoderStream()) as unknown as BodyInit,
      headers: {
        'content-type': type,
        'content-disposition': `attachment; filename="markwell-${day}.${query.format}"`,
        'x-content-type-options': 'nosniff',
        'content-security-policy': "sandbox; default-src 'none'",
      },
    });
  },
};
