import { quoteLexeme, tagLexeme } from '@/lib/domain/search-words';
import type { Parameters } from '@/provider/services/listing/parameters';

const query = (tags: readonly string[], operator: '&' | '|', parameters: Parameters): string =>
  `${parameters.add(tags.map((tag) => quoteLexeme(tagLexeme(tag))).join(operator))}::tsquery`;

/** Whether `bookmarks b` has a tag, whatever its spelling. Encrypted ones are neither with nor without. */
export const hasAny = (tags: readonly string[], parameters: Parameters): string =>
  `b.search @@ ${query(tags, '|', parameters)}`;

export const hasAll = (tags: readonly string[], parameters: Parameters): string =>
  `b.search @@ ${query(tags, '&', parameters)}`;
