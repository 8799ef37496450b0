import type { Handlers } from '@/provider/http/handler';
import { presentBookmark } from '@/provider/presenters/bookmark';
import { listDuplicates } from '@/provider/services/duplicates/list-duplicates';
import { mergeBookmarks, mergeDuplicates } from '@/provider/services/duplicates/merge-bookmarks';
import { describePage } from '@/provider/services/listing/pagination';

type Ids = 'bookmarks.duplicates' | 'bookmarks.merge' | 'bookmarks.mergeDuplicates';

export const duplicates: Handlers<Ids> = {
  'bookmarks.duplicates': async ({ actor, query, deps }) => {
    const { groups, total, next } = await listDuplicates(deps, actor.spaceId, query);
    return {
      status: 200,
      body: {
        content: groups.map((group) => ({ bookmarks: group.map(presentBookmark) })),
        pagination: describePage(query, total, next),
      },
    };
  },

  'bookmarks.merge': async ({ actor, body, deps }) => {
    const { bookmark, undo } = await mergeBookmarks(deps, actor, body);
    return { status: 200, body: { bookmark: presentBookmark(bookmark), undo } };
  },

  'bookmarks.mergeDuplicates': async ({ actor, body, deps }) => ({
    status: 200,
    body: await mergeDuplicates(deps, actor, body.keep),
  }),
};
