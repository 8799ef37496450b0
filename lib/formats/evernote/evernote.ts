import { htmlText } from '@/lib/formats/cells';
import { readDate } from '@/lib/formats/dates';
import { xmlFormat } from '@/lib/formats/xml-format';
import { readXmlRecords } from '@/lib/formats/xml-records';

const source = 'note-attributes/source-url';
/** Characters of a note's text that are kept. */
const textLength = 2_000;

/** Notes with the address that they were clipped from; attachments are skipped. */
export const evernote = xmlFormat({
  id: 'evernote',
  name: 'Evernote',
  root: 'en-export',
  read: (output) =>
    readXmlRecords('note', ['title', 'created', 'updated', 'tag', 'content', 'resource', source], (note) => {
      const [url = ''] = note(source);
      if (url === '') {
        output.drop('textItems');
        return;
      }
      output.add({
        url,
        title: note('title')[0] ?? '',
        description: noteText(note('content')[0] ?? '').slice(0, textLength),
        tags: note('tag'),
        dropped: note('resource').map(() => 'attachments' as const),
        addedAt: readDate(note('created')[0] ?? ''),
        modifiedAt: readDate(note('updated')[0] ?? ''),
      });
    }),
});

const noteText = (markup: string): string => htmlText(markup.replace(/<\/div>|<br\/?>/gi, '\n$&')).trim();
