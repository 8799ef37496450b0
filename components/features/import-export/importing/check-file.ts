import { limits } from '@/lib/contract/limits';
import type { ProblemCode } from '@/lib/contract/problem';

type Named = Pick<File, 'name' | 'type' | 'size'>;
type Reason = Extract<ProblemCode, 'IMPORT_INVALID_TYPE' | 'IMPORT_INVALID_FILE' | 'BODY_TOO_LARGE'>;

/** Why a file need not even be sent, by its name, kind and size; null when it is worth sending. */
export function checkFile({ name, type, size }: Named): Reason | null {
  // A kind that the system does not know is empty, and one that it is told wrongly is not rare: either sign will do.
  const isHtml = /\.html?$/i.test(name) || /^(?:text\/html|application\/xhtml\+xml)\b/i.test(type);
  if (!isHtml && !isJson({ name, type })) return 'IMPORT_INVALID_TYPE';
  if (size === 0) return 'IMPORT_INVALID_FILE';
  return size > limits.importBytes ? 'BODY_TOO_LARGE' : null;
}

/** Whether it is JSON, which an export of Markwell may be. */
export const isJson = ({ name, type }: Pick<Named, 'name' | 'type'>): boolean =>
  /\.json$/i.test(name) || /^application\/json\b/i.test(type);

/** Whether the browser can still read the file: it may have been moved, or be a folder. */
export async function isReadable(file: Blob): Promise<boolean> {
  try {
    await file.slice(0, 64).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}
