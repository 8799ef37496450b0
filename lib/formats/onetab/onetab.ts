import { isLiveUrl } from '@/lib/domain/live-url';
import { textFormat } from '@/lib/formats/text-format';

const separator = ' | ';

/** One tab a line, with its title after the first bar. Groups, between empty lines, have no names and are not kept. */
export const oneTab = textFormat({
  id: 'onetab',
  name: 'OneTab',
  isLine: (line) => /^[a-z][a-z\d+.-]*:\S* \| /i.test(line),
  share: 0.51,
  onLine(line, output) {
    const at = line.indexOf(separator);
    const url = (at < 0 ? line : line.slice(0, at)).trim();
    if (isLiveUrl(url)) output.add({ url, title: at < 0 ? '' : line.slice(at + separator.length) });
    else if (line.trim() !== '') output.drop('otherLines');
  },
});
