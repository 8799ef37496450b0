import { isoTime } from '@/provider/services/listing/iso-time';

/** Whether a row still has the time of change that a caller was answered, which has milliseconds. */
export const isUnchanged = ({ updatedAt }: { updatedAt: string }, known: string): boolean =>
  Date.parse(isoTime(updatedAt)) === Date.parse(known);
