import { addressesIn, findLinks } from '@/lib/domain/links-in-text';
import { splitList } from '@/lib/formats/cells';
import { type SourceEntry } from '@/lib/formats/output';
import { textFormat } from '@/lib/formats/text-format';

const listItem = /^\s*(?:[-*+]\s+|\d{1,6}[.)]\s+)?(?:\[[^\]]*\]\(|["'<])?(?:https?:\/\/|www\.)\S(?!.* \| )/i;
const tagsOfBuku = /<!--\s*TAGS:([^<>]*)-->/i;
/** Longer lines are no titles. */
const titledLength = 2_000;
const bareHost = /^www\.[^\s.]+\.\S+$/i;

/** Lines with addresses, as they are pasted, or as links of Markdown. All other lines are skipped. */
export const plainList = textFormat({
  id: 'plain-list',
  name: 'Text',
  isLine: (line) => listItem.test(line),
  read: (output) => ({
    line(line) {
      const found = readLine(line);
      found.forEach((entry) => output.add(entry));
      if (found.length === 0 && line.trim() !== '') output.drop('otherLines');
    },
  }),
});

/** Returns the addresses in a line; the words around a single one are its title. */
function readLine(line: string): SourceEntry[] {
  const tags = splitList(tagsOfBuku.exec(line)?.[1] ?? '', ',');
  const text = line.replace(tagsOfBuku, '').trim();
  if (bareHost.test(text)) return [{ url: `https://${text}` }];
  const around = text.length > titledLength ? null : addressesIn(text);
  const urls = around?.urls ?? findLinks(text).map(({ url }) => url);
  return urls.map((url) => ({ url, title: around?.rest ?? '', tags }));
}
