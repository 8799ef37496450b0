'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Icon } from '@/components/ui/icon';
import type { Collection } from '@/lib/contract/schemas/collection';
import { bookmarkQueries } from '@/lib/queries/bookmarks';

/** What a public collection shows, and what it does not, in numbers where there are some. */
export function OthersSee({ collection: { uuid, count } }: { collection: Collection }) {
  const t = useTranslations('Sharing');
  const { data: encrypted } = useQuery({
    ...bookmarkQueries.page({ collection: uuid, encrypted: true }, 1),
    select: (page) => page.pagination.total,
  });
  return (
    <div className="grid gap-4 border-t pt-4 md:grid-cols-2">
      <Things title={t('seen')} icon={<Icon name="i-eye" className="text-success" />}>
        <li>
          {encrypted === undefined
            ? t('seenCounting')
            : t('seenCount', { count: Math.max(0, count - encrypted) })}
        </li>
        <li>{t('seenCollection')}</li>
      </Things>
      <Things title={t('hidden')} icon={<Icon name="i-eye-off" className="text-muted-foreground" />}>
        {encrypted ? <li>{t('hiddenEncrypted', { count: encrypted })}</li> : null}
        <li>{t('hiddenNotes')}</li>
        <li>{t('hiddenRest')}</li>
      </Things>
    </div>
  );
}

function Things({ title, icon, children }: { title: string; icon: ReactNode; children: ReactNode }) {
  return (
    <section>
      <h3 className="flex items-center gap-2 font-medium">
        {icon}
        {title}
      </h3>
      <ul className="mt-1 list-disc space-y-1 pl-10 text-second text-pretty text-muted-foreground marker:text-faint">
        {children}
      </ul>
    </section>
  );
}
