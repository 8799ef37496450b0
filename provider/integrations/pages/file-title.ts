import { parse } from 'content-disposition';

/**
 * Returns the name of a file: that of its `Content-Disposition` (`filename*` before `filename`), else the decoded last
 * segment of its path; empty for an address without one. Names are never used as paths.
 */
export function fileTitle(disposition: string, url: URL): string {
  const { filename = '' } = parse(disposition).parameters;
  const sent = baseName(filename.includes('%') ? (decodePercent(filename) ?? filename) : filename);
  if (sent !== '') return sent;
  const segment = url.pathname.split('/').findLast((part) => part !== '') ?? '';
  return decodePercent(segment) ?? segment;
}

/** Some programs send the whole path of the file. */
const baseName = (name: string): string => name.trim().split(/[/\\]/).at(-1)?.trim() ?? '';

function decodePercent(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
