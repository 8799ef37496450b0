'use client';

import { useTranslations } from 'next-intl';
import { useRouter } from 'next/navigation';
import { EmptyState } from '@/components/common/empty-state';
import type { PageSearch } from '@/components/features/search/use-page-search';
import { alternativeIcon, AlternativeText } from '@/components/features/search/alternatives';
import type { Alternative } from '@/components/features/search/search-option';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';

interface NothingFoundProps {
  page: PageSearch;
  onAddUrl: (url: string) => void;
}

/** Where a search has found nothing: what to do now. */
export function NothingFound({ page, onAddUrl }: NothingFoundProps) {
  const t = useTranslations('Search');
  const take = useTakeAlternative(page, onAddUrl);
  const { ways } = page;
  return (
    <EmptyState
      icon="i-search-x"
      className="wrap-anywhere"
      title={t('nothing', { query: shortened(page.search.q) })}
      text={t('nothingHint')}
      action={
        ways.length === 0 ? null : (
          <ul aria-label={t('ways.label')} className="contents">
            {ways.map((way) => (
              <li key={way.kind} className="max-w-full">
                <Button className="h-auto min-h-8 max-w-full whitespace-normal" onClick={() => take(way)}>
                  <Icon name={alternativeIcon(way)} className="shrink-0" />
                  <span className="line-clamp-2 min-w-0 wrap-anywhere">
                    <AlternativeText way={way} />
                  </span>
                </Button>
              </li>
            ))}
          </ul>
        )
      }
    />
  );
}

/** What was searched for, as a heading has room for it. */
const shortened = (text: string): string => (text.length > 120 ? `${text.slice(0, 119)}…` : text);

/** Goes a way on, by the address. */
function useTakeAlternative({ search, go, change }: PageSearch, onAddUrl: (url: string) => void) {
  const router = useRouter();
  return (way: Alternative) => {
    switch (way.kind) {
      case 'suggestion':
      case 'conditions': {
        change(way.text);
        return;
      }
      case 'everywhere': {
        go({ q: way.text });
        return;
      }
      case 'words': {
        change(search.q);
        return;
      }
      case 'ask': {
        go({ ...search, mode: 'ask' });
        return;
      }
      case 'upgrade': {
        router.push('/settings/subscription?plan=pro');
        return;
      }
      case 'add': {
        onAddUrl(way.url);
        return;
      }
    }
  };
}
