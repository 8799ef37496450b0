import type { DroppedLink } from '@/components/features/drop/read-links';

/** A file that holds a link holds little else. */
const maxBytes = 64 * 1024;

const forms: readonly { ending: string; address: RegExp }[] = [
  { ending: '.url', address: /^\s*URL\s*=\s*(\S+)/im },
  { ending: '.desktop', address: /^\s*URL(?:\[\$e\])?\s*=\s*(\S+)/im },
  { ending: '.webloc', address: /<key>\s*URL\s*<\/key>\s*<string>([^<]+)<\/string>/i },
];

const formOf = ({ name }: File) => forms.find(({ ending }) => name.toLowerCase().endsWith(ending));

/** A file that a desktop keeps a link in: `.url` of Windows, `.webloc` of macOS, `.desktop` of Linux. */
export const isShortcutFile = (file: File): boolean => formOf(file) !== undefined;

/** The link in such a file, named like the file; none where it holds none, or cannot be read. */
export async function readShortcutFile(file: File): Promise<DroppedLink[]> {
  const form = formOf(file);
  if (!form || file.size > maxBytes) return [];
  const text = await file.text().catch(() => '');
  const address = form.address.exec(text)?.[1];
  if (address === undefined) return [];
  const url = address.trim().replaceAll('&amp;', '&');
  return [{ url, title: file.name.slice(0, -form.ending.length).trim() }];
}
