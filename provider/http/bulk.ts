import type { Handlers } from '@/provider/http/handler';
import { Problem } from '@/provider/problem';

type Ids = 'bookmarks.bulk' | 'bookmarks.undo';

const absent = (): Promise<never> => Promise.reject(new Problem('NOT_FOUND'));

export const bulk: Handlers<Ids> = { 'bookmarks.bulk': absent, 'bookmarks.undo': absent };
