import { describe, expect, test } from 'vitest';
import { helpSections } from '@/components/features/search/help-screen';
import { parseQuery } from '@/lib/domain/query/parse';
import { printQuery } from '@/lib/domain/query/print';
import { loadMessages } from '@/lib/i18n/load-messages';

type Examples = Readonly<Record<string, { query: string; meaning: string }>>;

describe.each(['en', 'pt-BR'] as const)('in %s', async (locale) => {
  const { SearchHelp } = await loadMessages(locale, ['SearchHelp']);
  const examplesOf = (key: (typeof helpSections)[number]['key']): Examples => {
    const section = SearchHelp?.[key];
    return section && 'examples' in section ? section.examples : {};
  };

  test.each(helpSections)('the section $key shows every example of the messages', (section) => {
    const examples: readonly string[] = 'examples' in section ? section.examples : [];
    expect(Object.keys(examplesOf(section.key))).toEqual(examples);
  });

  // Guarantee: the help never teaches a query that the grammar reads differently.
  test.each(helpSections.filter(({ key }) => key !== 'plain'))(
    'each example of the section $key is a query of the grammar',
    ({ key }) => {
      for (const { query } of Object.values(examplesOf(key))) {
        const parsed = parseQuery(query);
        expect({ query, parsed: parsed.parsed }).toEqual({ query, parsed: true });
        expect(printQuery(parsed.query)).toBe(query);
      }
    },
  );
});
