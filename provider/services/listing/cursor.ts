import { createHmac, timingSafeEqual } from 'node:crypto';
import { Problem } from '@/provider/problem';

/** Where a list goes on: the sort values of the last row that was shown, and what else the list wants to remember. */
export type CursorValues = readonly (string | number | null)[];

export interface CursorScope {
  /** Signs cursors, so that what comes back is what was given out. */
  secret: string;
  /** Everything that makes one list: the call, the space, sort and filters. A cursor is good for this list only. */
  list: readonly unknown[];
}

const signatureBytes = 12;

const sign = ({ secret, list }: CursorScope, payload: string): Buffer =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['cursor', ...list, payload]))
    .digest()
    .subarray(0, signatureBytes);

export function encodeCursor(scope: CursorScope, values: CursorValues): string {
  const payload = Buffer.from(JSON.stringify(values)).toString('base64url');
  return `${payload}.${sign(scope, payload).toString('base64url')}`;
}

/** The values of a cursor that was given out for this very list. Throws VALIDATION_FAILED for any other text. */
export function decodeCursor(scope: CursorScope, cursor: string): CursorValues {
  const [payload = '', signature = '', ...rest] = cursor.split('.');
  const given = Buffer.from(signature, 'base64url');
  if (rest.length > 0 || given.length !== signatureBytes || !timingSafeEqual(given, sign(scope, payload))) {
    throw new Problem('VALIDATION_FAILED', { issues: [{ path: 'cursor', code: 'invalid_cursor' }] });
  }
  return JSON.parse(Buffer.from(payload, 'base64url').toString()) as CursorValues;
}
