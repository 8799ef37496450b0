'use client';

import { useTranslations } from 'next-intl';
import { AppLink } from '@/components/common/app-link';
import { EmptyState } from '@/components/common/empty-state';
import { useNavigation } from '@/components/common/pending-navigation';
import { alternativeIcon, AlternativeText, exampleFilters } from '@/components/features/search/alternatives';
import { searchHref } from '@/components/features/search/search-address';
import { HelpLink, NothingTitle } from '@/components/features/search/search-controls';
import type { Alternative } from '@/components/features/search/search-option';
import type { PageSearch } from '@/components/features/search/use-page-search';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { searchMinLength } from '@/lib/api/search';
import { hasFeature } from '@/lib/domain/plans';

interface NothingFoundProps {
  page: PageSearch;
  onAddUrl: (url: string) => void;
}

/** Shown for a search without results: what to do next. */
export function NothingFound({ page, onAddUrl }: NothingFoundProps) {
  const t = useTranslations('Search');
  const take = useTakeAlternative(page, onAddUrl);
  const { alternatives, result } = page;
  return (
    <EmptyState
      icon="i-search-x"
      className="wrap-anywhere"
      title={result ? <NothingTitle query={shortened(page.search.q)} result={result} /> : ''}
      text={t('nothingHint')}
      action={
        <>
          <ul aria-label={t('alternatives.label')} className="contents">
            {alternatives.map((alternative) => (
              <li key={alternative.kind} className="max-w-full">
                <Button
                  className="h-auto min-h-8 max-w-full whitespace-normal"
                  onClick={() => take(alternative)}
                >
                  <Icon name={alternativeIcon(alternative)} className="shrink-0" />
                  <span className="line-clamp-2 min-w-0 wrap-anywhere">
                    <AlternativeText alternative={alternative} />
                  </span>
                </Button>
              </li>
            ))}
          </ul>
          {hasFeature(page.plan, 'ask') ? null : <FilterTips />}
          <HelpLink className={helpClass} />
        </>
      }
    />
  );
}

const helpClass = 'mt-1 basis-full text-second text-muted-foreground';

const searches = exampleFilters.filter(([text]) => text.length >= searchMinLength);

/** Examples of filters, for a plan that does not understand them from plain words. */
function FilterTips() {
  const t = useTranslations('Search');
  return (
    <ul aria-label={t('tips.label')} className="mt-2 flex basis-full flex-wrap justify-center gap-2">
      {searches.map(([text, tip]) => (
        <li key={text}>
          <AppLink
            href={searchHref({ q: text }) as '/search'}
            prefetch={false}
            title={t(`tips.${tip}`)}
            className="inline-flex h-7 items-center rounded-sm border bg-muted px-2 text-caption hover:border-input touch:h-11"
          >
            {text}
          </AppLink>
        </li>
      ))}
    </ul>
  );
}

/** Returns the search text, truncated for a heading. */
const shortened = (text: string): string => (text.length > 120 ? `${text.slice(0, 119)}…` : text);

/** Runs an alternative, by changing the URL. */
function useTakeAlternative({ go, change, searchWords }: PageSearch, onAddUrl: (url: string) => void) {
  const { push } = useNavigation();
  return (alternative: Alternative) => {
    switch (alternative.kind) {
      case 'suggestion':
      case 'conditions': {
        change(alternative.text);
        return;
      }
      case 'everywhere': {
        go({ q: alternative.text });
        return;
      }
      case 'words': {
        searchWords();
        return;
      }
      case 'upgrade': {
        push('/settings/subscription?plan=pro');
        return;
      }
      case 'add': {
        onAddUrl(alternative.url);
        return;
      }
    }
  };
}
