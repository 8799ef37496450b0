import { isLiveUrl } from '@/lib/domain/live-url';
import { textFormat } from '@/lib/formats/text-format';

const separator = ' | ';

/** One tab a line, with its title after the first bar. Empty lines separate groups, which have no names. */
export const oneTab = textFormat({
  id: 'onetab',
  name: 'OneTab',
  isLine: (line) => /^[a-z][a-z\d+.-]*:\S* \| /i.test(line),
  share: 0.51,
  read(output) {
    let groups = 0;
    let isInGroup = false;
    return {
      line(line) {
        const at = line.indexOf(separator);
        const url = (at < 0 ? line : line.slice(0, at)).trim();
        if (line.trim() === '') isInGroup = false;
        else if (!isLiveUrl(url)) output.drop('otherLines');
        else {
          if (!isInGroup) groups += 1;
          isInGroup = true;
          const title = at < 0 ? '' : line.slice(at + separator.length);
          output.add({ url, title }, output.folders.get(String(groups)));
        }
      },
      end() {
        // A single group needs no collection.
        for (let group = 1; groups > 1 && group <= groups; group += 1)
          output.folders.define(String(group), { name: `OneTab ${group}`, parent: null });
      },
    };
  },
});
