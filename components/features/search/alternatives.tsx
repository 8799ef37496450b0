import { useTranslations } from 'next-intl';
import {
  optionKey,
  optionProps,
  type Alternative,
  type SearchListProps,
} from '@/components/features/search/search-option';
import { hasExclusion } from '@/components/features/search/query-text';
import { Icon } from '@/components/ui/icon';
import type { Plan } from '@/lib/contract/account';
import type { SearchResult } from '@/lib/contract/search';
import { hasFeature } from '@/lib/domain/plans';
import { readableUrl } from '@/lib/domain/readable-path';
import { parseBookmarkUrl } from '@/lib/domain/url';
import { cn } from '@/lib/utils/cn';

const named = /^https?:\/\//i;
// Text that ends in letters after a dot may be an address; a version (3.14) or a code file is not offered as a
// page.
const host = /^(?!-)(?:[\p{L}\p{N}-]+\.)+(?:\p{L}{2,}|xn--[a-z0-9-]+)(?:[:/?#]|$)/iu;

/** Returns the text as a url, if it may have been typed or pasted as one; null for anything else. */
export function addressIn(text: string): string | null {
  const trimmed = text.trim();
  if (/\s/.test(trimmed) || !(named.test(trimmed) || host.test(trimmed))) return null;
  const { url, kind } = parseBookmarkUrl(trimmed);
  return kind === 'web' ? url : null;
}

interface Options {
  readonly text: string;
  /** Whether conditions were understood from plain words. */
  readonly isUnderstood: boolean;
  readonly plan: Plan;
  readonly result: Pick<SearchResult, 'query' | 'suggestion'>;
  /** Returns the query without the conditions of a field, or without all conditions if none is given. */
  readonly without: (field?: string) => string;
  /** Whether the search is narrowed by a filter outside the text. */
  readonly isNarrowed?: boolean;
}

/** Returns the alternatives to a search without results, most likely first. */
export function alternatives({
  text,
  isUnderstood,
  plan,
  result,
  without,
  isNarrowed = false,
}: Options): Alternative[] {
  const { chips } = result.query;
  const fields = new Set(chips.map(({ field }) => field));
  const url = addressIn(text);
  const words = without();
  const everywhere = fields.has('collection') || isNarrowed ? without('collection') : null;
  const bare = hasExclusion(result.query) && words !== '' ? words : null;
  return [
    ...(url === null ? [] : [{ kind: 'add', url } as const]),
    ...(result.suggestion === null ? [] : [{ kind: 'suggestion', text: result.suggestion } as const]),
    ...(everywhere === null ? [] : [{ kind: 'everywhere', text: everywhere } as const]),
    ...(bare === null ? [] : [{ kind: 'conditions', text: bare } as const]),
    ...(isUnderstood ? [{ kind: 'words' } as const] : []),
    ...(url === null && !hasFeature(plan, 'ask') ? [{ kind: 'upgrade' } as const] : []),
  ];
}

/** Example filters: the signs open a list, the others are complete searches. */
export const exampleFilters = [
  ['#', 'tag'],
  ['@', 'collection'],
  ['site:github.com', 'site'],
  ['is:favorite', 'favorite'],
  ['created:last-week', 'created'],
] as const;

const icons = {
  suggestion: 'i-spell-check',
  words: 'i-search',
  upgrade: 'i-sparkles',
  everywhere: 'i-library',
  conditions: 'i-filter-x',
  add: 'i-plus',
} as const;

export const alternativeIcon = ({ kind }: Alternative) => icons[kind];

/** Text of an alternative. */
export function AlternativeText({ alternative }: { alternative: Alternative }) {
  const t = useTranslations('Search');
  if (alternative.kind === 'suggestion') {
    return t.rich('alternatives.suggestion', {
      query: alternative.text,
      b: (chunks) => <strong className="font-semibold">{chunks}</strong>,
    });
  }
  return alternative.kind === 'add'
    ? t('alternatives.add', { url: readableUrl(alternative.url) })
    : t(`alternatives.${alternative.kind}`);
}

/** The alternatives among the options. */
export function AlternativeOptions(list: SearchListProps) {
  return list.options.map((option, index) =>
    option.kind === 'alternative' ? (
      <div
        key={optionKey(option)}
        {...optionProps(list, option, index)}
        className={cn(
          'flex min-h-9 cursor-pointer items-center gap-2.5 rounded-md px-2 py-1.5 hover:bg-muted touch:min-h-11',
          index === list.active && 'bg-accent',
        )}
      >
        <Icon name={alternativeIcon(option.alternative)} className="shrink-0 text-muted-foreground" />
        <span className="line-clamp-2 min-w-0 wrap-anywhere">
          <AlternativeText alternative={option.alternative} />
        </span>
      </div>
    ) : null,
  );
}
