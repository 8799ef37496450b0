import { notify } from '@/components/common/notify';
import type { ListSituation } from '@/components/features/bookmarks/list/list-situation';
import { bulkChoice } from '@/components/features/bookmarks/select/bulk-choice';
import { ApiProblem } from '@/lib/api-client/api-problem';
import { call } from '@/lib/api-client/call';

/** Files that are read elsewhere: by every browser, and by spreadsheets. */
export type SelectionFormat = 'html' | 'csv';

/** Saves the selected bookmarks as a file; they stay selected. `words` are those of what can go wrong. */
export async function exportSelection(
  { selection, source }: Pick<ListSituation, 'selection' | 'source'>,
  format: SelectionFormat,
  words: { failed: string; offline: string },
): Promise<void> {
  try {
    const answer = await call('bookmarks.exportChosen', {
      body: { ...bulkChoice(selection, source), format },
    });
    save(await answer.blob(), nameOf(answer) ?? `bookmarks.${format}`);
  } catch (failure) {
    notify({ message: failure instanceof ApiProblem ? words.failed : words.offline, tone: 'bad' });
  }
}

/** The name that the service gave the file, as browsers read it. */
function nameOf({ headers }: Response): string | null {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(headers.get('content-disposition') ?? '')?.[1];
  return encoded === undefined ? null : decodeURIComponent(encoded);
}

function save(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  // The browser has taken the file over when the click is done.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
