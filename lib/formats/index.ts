import type { Format } from '@/lib/formats/format';
import { netscape } from '@/lib/formats/netscape/format';
import type { Sample } from '@/lib/formats/sample';

/** All formats that are read. A new format is one more line here, its folder, and its tests. */
export const formats: readonly Format[] = [netscape];

/** Returns the format of a file; null if it has none of them. */
export const detectFormat = (sample: Sample): Format | null =>
  formats.find((format) => format.detect(sample)) ?? null;
