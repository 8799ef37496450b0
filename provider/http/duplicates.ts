import type { Handlers } from '@/provider/http/handler';
import { Problem } from '@/provider/problem';

type Ids = 'bookmarks.duplicates' | 'bookmarks.merge' | 'bookmarks.mergeDuplicates';

const absent = (): Promise<never> => Promise.reject(new Problem('NOT_FOUND'));

export const duplicates: Handlers<Ids> = {
  'bookmarks.duplicates': absent,
  'bookmarks.merge': absent,
  'bookmarks.mergeDuplicates': absent,
};
