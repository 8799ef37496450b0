'use client';

import { useTranslations } from 'next-intl';
import { Icon } from '@/components/ui/icon';
import type { Import } from '@/lib/contract/schemas/import';

const kinds = ['tags', 'descriptions', 'favorites', 'dates'] as const;

/** What an import adds to bookmarks that are in the library already. */
export function MergedCounts({ merged }: { merged: Import['merged'] }) {
  const t = useTranslations('ImportExport');
  if (merged.bookmarks === 0) return null;
  const title = t('mergedTitle', { count: merged.bookmarks });
  return (
    <section aria-label={title}>
      <h3 className="font-medium">{title}</h3>
      <ul className="mt-1 text-second text-muted-foreground">
        {kinds.map((kind) =>
          merged[kind] === 0 ? null : (
            <li key={kind} className="flex items-start gap-2 py-0.5">
              <Icon name="i-plus" className="mt-px" />
              {t(`merged.${kind}`, { count: merged[kind] })}
            </li>
          ),
        )}
      </ul>
    </section>
  );
}
