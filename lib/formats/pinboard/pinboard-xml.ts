import { splitList } from '@/lib/formats/cells';
import { readDate } from '@/lib/formats/dates';
import { droppedIn } from '@/lib/formats/dropped-fields';
import { xmlFormat } from '@/lib/formats/xml-format';

/** The posts of Pinboard and, before it, Delicious. */
export const pinboardXml = xmlFormat({
  id: 'pinboard-xml',
  name: 'Pinboard',
  root: 'posts',
  read: (output) => ({
    open(name, post) {
      if (name !== 'post') return;
      output.add({
        url: post['href'] ?? '',
        title: post['description'] ?? '',
        notes: post['extended'] ?? '',
        tags: splitList(post['tag'] ?? '', ' '),
        addedAt: readDate(post['time'] ?? ''),
        later: post['toread'] === 'yes',
        dropped: droppedIn({ sharing: 'shared' }, (field) => post[field]),
        extra: post['shared'] === 'no' || post['private'] === 'yes' ? { private: '1' } : {},
      });
    },
  }),
});
