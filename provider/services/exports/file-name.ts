import { cutText } from '@/lib/domain/netscape/text';

const spaceLength = 60;
// What a file system or a header has another use for, and what is invisible or turns the direction of writing.
const unfit = /[\p{C}\p{Z}/\\:*?"<>|%'`$;.]+/gu;
const marks = /\p{M}+/gu;

/**
 * The Content-Disposition (RFC 6266) of an export: named by the space and the day, in UTF-8 for every browser of today,
 * and in plain ASCII for the rest.
 */
export function exportDisposition(spaceName: string, day: string, extension: string): string {
  const space = cutText(tidy(spaceName), spaceLength);
  const ascii = tidy(
    space
      .normalize('NFKD')
      .replace(marks, '')
      .replace(/[^\w-]+/g, '-'),
  );
  const named = (part: string): string =>
    `${['markwell', part, day].filter((one) => one !== '').join('-')}.${extension}`;
  return `attachment; filename="${named(ascii)}"; filename*=UTF-8''${encodeName(named(space))}`;
}

const tidy = (text: string): string =>
  text.toWellFormed().replace(unfit, '-').replace(/-{2,}/g, '-').replace(/^-|-$/g, '');

// Of what `encodeURIComponent` leaves as it is, these are no characters of an extended parameter (RFC 8187).
const encodeName = (name: string): string =>
  encodeURIComponent(name).replace(
    /[()*'!]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
