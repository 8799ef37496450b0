import { ReadableStream } from 'node:stream/web';
import { cutText } from '@/lib/formats/text';

const spaceLength = 60;
// Characters that are reserved in file systems or headers, that are invisible, or that change the text direction.
const unsafeCharacters = /[\p{C}\p{Z}/\\:*?"<>|%'`$;.]+/gu;
const combiningMarks = /\p{M}+/gu;

/**
 * Returns the Content-Disposition (RFC 6266) of an export: the file name has the space and the day, in UTF-8 for
 * current browsers and in ASCII for others.
 */
export function exportDisposition(spaceName: string, day: string, extension: string): string {
  const space = cutText(normalizeText(spaceName), spaceLength);
  const ascii = normalizeText(
    space
      .normalize('NFKD')
      .replace(combiningMarks, '')
      .replace(/[^\w-]+/g, '-'),
  );
  const named = (part: string): string =>
    `${['markwell', part, day].filter((one) => one !== '').join('-')}.${extension}`;
  return `attachment; filename="${named(ascii)}"; filename*=UTF-8''${encodeName(named(space))}`;
}

const normalizeText = (text: string): string =>
  text.toWellFormed().replace(unsafeCharacters, '-').replace(/-{2,}/g, '-').replace(/^-|-$/g, '');

// `encodeURIComponent` does not encode these characters, which an extended parameter (RFC 8187) does not allow.
const encodeName = (name: string): string =>
  encodeURIComponent(name).replace(
    /[()*'!]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** Returns the response that downloads a file as it is written. */
export const fileResponse = (
  chunks: AsyncIterable<string | Uint8Array>,
  { type, disposition }: { type: string; disposition: string },
) => ({
  status: 200 as const,
  body: ReadableStream.from(encode(chunks)) as unknown as BodyInit,
  headers: {
    'content-type': type,
    'content-disposition': disposition,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  },
});

async function* encode(chunks: AsyncIterable<string | Uint8Array>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const chunk of chunks) yield typeof chunk === 'string' ? encoder.encode(chunk) : chunk;
}
