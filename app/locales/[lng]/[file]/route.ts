import fs from 'node:fs/promises';
import path from 'node:path';
import { localeOf } from '@/lib/bff/locale';
import { problemResponse } from '@/lib/bff/responses';
import { fileOf } from '@/lib/i18n/load-messages';
import { findLocale } from '@/lib/i18n/locale';
import { namespaces } from '@/lib/i18n/messages';

export const dynamic = 'force-dynamic';

const files = new Set(namespaces.map((name) => `${fileOf(name)}.json`));

/**
 * Returns the messages of a namespace in one language, for translation tools. The file is read, because imported
 * messages are compiled.
 */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ lng: string; file: string }> },
): Promise<Response> {
  const { lng, file } = await params;
  const locale = findLocale(lng);
  if (locale === null || !files.has(file)) return problemResponse('NOT_FOUND', localeOf(request.headers));
  const text = await fs.readFile(
    path.join(/* turbopackIgnore: true */ process.cwd(), 'messages', locale, file),
    'utf8',
  );
  return new Response(text, {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-language': locale,
      'cache-control': 'public, max-age=3600, stale-while-revalidate=86400',
    },
  });
}
