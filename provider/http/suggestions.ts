import type { Actor } from '@/provider/actor';
import type { Handlers } from '@/provider/http/handler';
import { presentBookmark } from '@/provider/presenters/bookmark';
import { Problem } from '@/provider/problem';
import { suggestCollections } from '@/provider/services/suggestions/suggest-collections';
import { suggestGroups } from '@/provider/services/suggestions/suggest-groups';

function requirePro({ plan }: Actor): void {
  if (plan !== 'pro') throw new Problem('PLAN_REQUIRED', { data: { feature: 'suggestions' } });
}

export const suggestions: Handlers<'collections.suggest' | 'collections.suggested'> = {
  'collections.suggest': async ({ actor, body, context, deps }) => {
    requirePro(actor);
    return { status: 200, body: await suggestCollections(deps, actor, body, context.locale) };
  },

  'collections.suggested': async ({ actor, context, deps }) => {
    requirePro(actor);
    const groups = await suggestGroups(deps, actor, context.locale);
    const content = groups.map((group) => ({ ...group, bookmarks: group.bookmarks.map(presentBookmark) }));
    return { status: 200, body: { content } };
  },
};
