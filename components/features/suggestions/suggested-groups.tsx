'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { notify } from '@/components/common/notify';
import { dismissedGroups, dismissGroup, groupKey } from '@/components/features/suggestions/dismissed-groups';
import { GroupCard } from '@/components/features/suggestions/group-card';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import type { SuggestedGroup } from '@/lib/contract/schemas/suggestion';
import { suggestionQueries } from '@/lib/queries/suggestions';

/** What lies uncollected and belongs together, one line until it is opened; nothing where there is nothing. */
export function SuggestedGroups({ account }: { account: string }) {
  const t = useTranslations('Suggestions');
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [dismissed, setDismissed] = useState(() => dismissedGroups(account));
  const { data } = useQuery(suggestionQueries.groups());
  const groups = (data?.content ?? []).filter((group) => !dismissed.includes(groupKey(group)));
  if (groups.length === 0) return null;

  const dismiss = (group: SuggestedGroup) => {
    dismissGroup(account, groupKey(group));
    setDismissed(dismissedGroups(account));
    notify({ message: t('dismissed', { name: group.name }) });
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
          onClick={() => setOpen(!isOpen)}
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
          {groups.map((group) => (
            <GroupCard key={groupKey(group)} group={group} onDismiss={() => dismiss(group)} />
          ))}
        </ul>
      ) : null}
    </section>
  );
}
