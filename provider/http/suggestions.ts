import type { Handlers } from '@/provider/http/handler';
import { requirePro } from '@/provider/policies/plan';
import { presentBookmark } from '@/provider/presenters/bookmark';
import { suggestCollections } from '@/provider/services/suggestions/suggest-collections';
import { suggestGroups } from '@/provider/services/suggestions/suggest-groups';

export const suggestions: Handlers<'collections.suggest' | 'collections.suggested'> = {
  'collections.suggest': async ({ actor, body, context, deps }) => {
    requirePro(actor, 'suggestions');
    return { status: 200, body: await suggestCollections(deps, actor, body, context.locale) };
  },

  'collections.suggested': async ({ actor, context, deps }) => {
    requirePro(actor, 'suggestions');
    const groups = await suggestGroups(deps, actor, context.locale);
    const content = groups.map((group) => ({ ...group, bookmarks: group.bookmarks.map(presentBookmark) }));
    return { status: 200, body: { content } };
  },
};
