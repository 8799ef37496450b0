import { getTranslations } from 'next-intl/server';
import { AppLink } from '@/components/common/app-link';
import { PageHeader } from '@/components/common/page-header';
import { searchHref } from '@/components/features/search/search-address';
import { Badge } from '@/components/ui/badge';
import { cn } from '@/lib/utils/cn';
import { bookmarkTypes, namedSpans, queryStates, querySorts } from '@/lib/domain/query/query';

/** Conditions that a section lists completely, with the key of the name of each. */
const lists = {
  spans: namedSpans.map((value) => ({ query: `created:${value}`, name: `terms.${value}.bare` as const })),
  states: queryStates.map((value) => ({ query: `is:${value}`, name: `states.${value}` as const })),
  types: bookmarkTypes.map((value) => ({ query: `type:${value}`, name: `types.${value}` as const })),
  sorts: querySorts
    .filter((value) => value !== 'relevance')
    .map((value) => ({ query: `sort:${value}`, name: `sorts.${value}` as const })),
} as const;

interface Section {
  /** Key of its texts in the messages. */
  readonly key: string;
  /** Examples in the messages: each has a query and its meaning. */
  readonly examples?: readonly string[];
  readonly list?: keyof typeof lists;
  /** Whether it describes a part of the Pro plan. */
  readonly isPro?: true;
}

/** The search by example, in the order of the page. */
export const helpSections = [
  { key: 'words', examples: ['both', 'phrase', 'without', 'either', 'group'] },
  { key: 'results' },
  { key: 'plain', examples: ['videos', 'github', 'exclude', 'never', 'count'], isPro: true },
  {
    key: 'places',
    examples: ['tag', 'collection', 'quoted', 'site', 'exclude', 'title', 'url'],
  },
  {
    key: 'dates',
    examples: ['month', 'since', 'range', 'age', 'never', 'visits'],
    list: 'spans',
  },
  { key: 'states', list: 'states' },
  { key: 'types', list: 'types' },
  { key: 'order', examples: ['limit'], list: 'sorts' },
  { key: 'pages', isPro: true },
  { key: 'encrypted' },
] as const satisfies readonly Section[];

/** Explains the search by examples, each of which is a link that runs it. */
export async function HelpScreen() {
  const t = await getTranslations('SearchHelp');
  return (
    <div className="max-w-180 px-4 pt-4 pb-10 md:px-5 md:pt-5">
      <PageHeader title={t('title')} />
      <p className="mt-1.5 text-pretty text-muted-foreground">{t('intro')}</p>
      {helpSections.map((section) => (
        <HelpSection key={section.key} section={section} />
      ))}
    </div>
  );
}

async function HelpSection({ section }: { section: (typeof helpSections)[number] }) {
  const [t, tWords] = await Promise.all([getTranslations('SearchHelp'), getTranslations('QueryWords')]);
  const { key, examples = [], list, isPro }: Section = section;
  return (
    <section aria-labelledby={key} className="mt-8">
      <h2 id={key} className="flex items-center gap-2 font-serif text-panel font-semibold">
        {t(`${section.key}.title`)}
        {isPro ? <Badge tone="accent">{t('pro')}</Badge> : null}
      </h2>
      <p className="mt-1 text-pretty text-muted-foreground">{t(`${section.key}.text`)}</p>
      {examples.length === 0 ? null : (
        <ul className="mt-2.5 divide-y border-y">
          {examples.map((example) => {
            // The keys of the table; a test compares them with the messages.
            const at = `${key}.examples.${example}` as 'words.examples.both';
            return (
              <Example key={example} query={t(`${at}.query`)} className="md:grid-cols-2">
                {t(`${at}.meaning`)}
              </Example>
            );
          })}
        </ul>
      )}
      {list === undefined ? null : (
        <ul className="mt-2.5 grid gap-x-6 sm:grid-cols-2">
          {lists[list].map(({ query, name }) => (
            <Example key={query} query={query} className="grid-cols-2">
              {tWords(name)}
            </Example>
          ))}
        </ul>
      )}
    </section>
  );
}

interface ExampleProps {
  query: string;
  /** Its columns. */
  className: string;
  /** Its meaning. */
  children: string;
}

/** A query as a link that runs it, and its meaning. */
function Example({ query, className, children }: ExampleProps) {
  return (
    <li className={cn('grid items-center gap-x-4 gap-y-1 py-1.5 touch:min-h-11', className)}>
      <AppLink
        // The URL is composed at run time, which the router's types do not support.
        href={searchHref({ q: query }) as '/search'}
        prefetch={false}
        className="flex min-h-6 w-fit max-w-full items-center rounded-sm border bg-muted px-1.5 text-small touch:hit hover:border-input hover:text-primary"
      >
        <span dir="auto" className="min-w-0 wrap-anywhere">
          {query}
        </span>
      </AppLink>
      <span className="text-second text-pretty text-muted-foreground">{children}</span>
    </li>
  );
}
