'use client';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { AppLink } from '@/components/common/app-link';
import { notify } from '@/components/common/notify';
import { onDemand } from '@/components/common/on-demand';
import { rememberedList } from '@/components/common/remembered-list';
import { leaveUnsaved } from '@/components/common/unsaved';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { Skeleton } from '@/components/ui/skeleton';
import { suggestionQueries } from '@/lib/api/suggestions';
import type { SuggestedGroup } from '@/lib/contract/search';
import { foldText } from '@/lib/domain/search-words';
import { isolate } from '@/lib/utils/isolate';

const GroupCards = onDemand(
  () => import('@/components/features/suggestions/group-cards').then((module) => module.GroupCards),
  <li>
    <Skeleton className="h-48" />
  </li>,
);

/** Maximum number of stored dismissals. */
const maxDismissed = 200;

const listOf = (account: string) => rememberedList(`dismissedSuggestions.${account}`, maxDismissed);

/** Returns the key of a group: the target collection, or the proposed name of a new one. */
const groupKey = ({ uuid, name }: Pick<SuggestedGroup, 'uuid' | 'name'>): string =>
  uuid ?? `+${foldText(name)}`;

/** Groups that an account has dismissed on this device; empty if storage is not available. */
const dismissedGroups = (account: string): string[] => listOf(account).read();

const dismissGroup = (account: string, key: string): void => listOf(account).add(key);

/** Suggested groups of uncollected bookmarks, collapsed to one line; nothing if there are none. */
export function SuggestedGroups({ account }: { account: string }) {
  const t = useTranslations('Suggestions');
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [dismissed, setDismissed] = useState(() => dismissedGroups(account));
  const { data } = useQuery(suggestionQueries.groups());
  const groups = (data?.content ?? []).filter((group) => !dismissed.includes(groupKey(group)));
  if (groups.length === 0) return null;

  const dismiss = (group: SuggestedGroup) => {
    const key = groupKey(group);
    dismissGroup(account, key);
    // Without consent to storage, it is hidden for this visit.
    setDismissed((keys) => [...keys, key]);
    notify({ message: t('dismissed', { name: isolate(group.name) }) });
  };
  return (
    <section aria-labelledby={`${id}-heading`} className="mt-4 rounded-lg border bg-card">
      <div className="flex items-center gap-3 px-3 py-2">
        <Icon name="i-sparkles" className="text-primary" />
        <div className="min-w-0 flex-1">
          <h2 id={`${id}-heading`} className="font-medium">
            {t('heading')}
          </h2>
          <p className="text-second text-pretty text-muted-foreground">
            {t('summary', { count: groups.length })}
          </p>
        </div>
        <Button
          variant="ghost"
          aria-expanded={isOpen}
          aria-controls={isOpen ? `${id}-groups` : undefined}
          onClick={() => leaveUnsaved(() => setOpen(!isOpen))}
        >
          {t(isOpen ? 'hide' : 'show')}
          <Icon name={isOpen ? 'i-chevron-up' : 'i-chevron-down'} />
        </Button>
      </div>
      {isOpen ? (
        <ul
          id={`${id}-groups`}
          aria-labelledby={`${id}-heading`}
          className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,19rem),1fr))] gap-3 border-t p-3"
        >
          <GroupCards groups={groups} onDismiss={dismiss} />
        </ul>
      ) : null}
    </section>
  );
}

/** For plans without suggestions: what they are, and which plan includes them. */
export function SuggestionsTeaser() {
  const t = useTranslations('Suggestions');
  return (
    <p className="mt-4 flex items-start gap-2 text-second text-pretty text-muted-foreground">
      <Icon name="i-sparkles" className="mt-px text-primary" />
      <span>
        {t.rich('teaser', {
          plans: (text) => (
            <AppLink
              href="/settings/subscription?plan=pro"
              prefetch={false}
              className="font-medium text-primary underline"
            >
              {text}
            </AppLink>
          ),
        })}
      </span>
    </p>
  );
}
