import { readDate } from '@/lib/formats/dates';
import { jsonItems } from '@/lib/formats/json-format';
import { textOf, textsOf } from '@/lib/formats/json-values';
import type { SourceEntry } from '@/lib/formats/output';

/** `metadata_*.json` in the zip of an export. */
export const omnivore = jsonItems({
  id: 'omnivore',
  name: 'Omnivore',
  has: ['[].slug', '[].savedAt'],
  list: '',
  drops: { covers: 'thumbnail', authors: 'author' },
  archive: {
    companions: /(?:^|\/)highlights\/[^/]+\.md$/i,
    drops: { savedPages: /(?:^|\/)content\/[^/]+$/i },
  },
  fields: (item, companions) => ({
    url: textOf(item['url']),
    title: textOf(item['title']),
    description: textOf(item['description']),
    tags: textsOf(item['labels']),
    addedAt: readDate(textOf(item['savedAt'])),
    modifiedAt: readDate(textOf(item['updatedAt'])),
    ...readHighlights(companions.get(`${textOf(item['slug'])}.md`) ?? ''),
    later: item['state'] === 'Active',
    archived: item['state'] === 'Archived',
    isRead: item['readingProgress'] === 100,
  }),
});

/** Quotes with notes under them, in Markdown. A text before the first quote is a note about the page. */
function readHighlights(markdown: string): Pick<SourceEntry, 'notes' | 'highlights'> {
  const parts: { quote: string[]; note: string[] }[] = [{ quote: [], note: [] }];
  for (const line of markdown.split(/\r?\n/)) {
    const quoted = /^>\s?(.*)$/.exec(line)?.[1];
    const last = parts.at(-1);
    if (quoted === undefined) last?.note.push(line);
    // A text after a quote is its note, and ends it.
    else if (last && last.quote.length > 0 && last.note.length === 0) last.quote.push(quoted);
    else parts.push({ quote: [quoted], note: [] });
  }
  const [page, ...highlights] = parts.map(({ quote, note }) => ({
    quote: quote.join('\n').trim(),
    note: note.join('\n').trim(),
  }));
  return { notes: page?.note ?? '', highlights };
}
