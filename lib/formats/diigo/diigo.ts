import { htmlText, splitList, splitWords } from '@/lib/formats/cells';
import { csvFormat } from '@/lib/formats/csv-format';
import { readDate } from '@/lib/formats/dates';
import { type ImportHighlight } from '@/lib/formats/entry';

export const diigo = csvFormat({
  id: 'diigo',
  name: 'Diigo',
  isHeader: (has) => has('url') && has('annotations') && has('comments'),
  fields: (cell) => ({
    url: cell('url'),
    title: cell('title'),
    description: cell('description'),
    notes: cell('comments'),
    tags: readTags(cell('tags')),
    addedAt: readDate(cell('created_at', 'created')),
    highlights: readAnnotations(cell('annotations')),
  }),
});

/** Separated by spaces, with quotes around tags of several words; in some files by commas. */
const readTags = (text: string): string[] => (text.includes(',') ? splitList(text, ',') : splitWords(text));

const annotation = /^(highlight|sticky note):\s?/i;

/** A line begins a highlight (HTML), or a note to the highlight before it; other lines continue them. */
function readAnnotations(text: string): ImportHighlight[] {
  const found: { quote: string; note: string }[] = [];
  let field: 'quote' | 'note' | null = null;
  for (const line of text.split('\n')) {
    const kind = annotation.exec(line);
    const rest = line.slice(kind?.[0].length ?? 0);
    if (kind !== null) field = /^h/i.test(line) ? 'quote' : 'note';
    if (field === null) continue;
    if (kind !== null && (field === 'quote' || found.length === 0)) found.push({ quote: '', note: '' });
    const last = found.at(-1);
    if (last) last[field] = [last[field], rest].filter((part) => part !== '').join('\n');
  }
  return found.map(({ quote, note }) => ({ quote: htmlText(quote), ...(note !== '' && { note }) }));
}
