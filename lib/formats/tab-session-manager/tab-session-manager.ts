import { readUrl } from '@/lib/domain/live-url';
import { readDate } from '@/lib/formats/dates';
import { jsonFormat } from '@/lib/formats/json-format';
import { isRecord, isSet, textOf, textsOf, type JsonRecord } from '@/lib/formats/json-values';
import { type Output } from '@/lib/formats/output';

/** Tags of the sessions that are saved automatically, which repeat the same tabs many times. */
const automaticTags = new Set(['regular', 'winClose', 'browserExit', 'temp']);

/** Sessions become folders; of those that were saved automatically, only the newest one. */
export const tabSessionManager = jsonFormat({
  id: 'tab-session-manager',
  name: 'Tab Session Manager',
  has: ['[].windows'],
  read(output) {
    let newest: JsonRecord | null = null;
    return {
      lists: {
        ''(session) {
          if (!textsOf(session['tag']).some((tag) => automaticTags.has(tag))) {
            addSession(session, output);
            return;
          }
          if (newest !== null) output.drop('olderSessions');
          if (newest === null || Number(session['date']) > Number(newest['date'])) newest = session;
        },
      },
      end() {
        if (newest !== null) addSession(newest, output);
      },
    };
  },
});

function addSession(session: JsonRecord, output: Output): void {
  const folder = output.folders.at([textOf(session['name'])]);
  const tags = textsOf(session['tag']).filter((tag) => !automaticTags.has(tag));
  for (const tab of recordsIn(session['windows']).flatMap(recordsIn)) {
    output.add(
      {
        ...pageOf(tab),
        tags,
        addedAt: readDate(textOf(session['date'])),
        visitedAt: readDate(textOf(tab['lastAccessed'])),
        favorite: isSet(tab['pinned']),
      },
      folder,
    );
  }
}

const recordsIn = (value: unknown): JsonRecord[] =>
  isRecord(value) ? Object.values(value).filter(isRecord) : [];

/** A tab that was not loaded yet has an address of the extension, with that of the page in it. */
function pageOf(tab: JsonRecord): { url: string; title: string } {
  const url = textOf(tab['url']);
  const replaced = url.includes('/replaced/') ? readUrl(url)?.searchParams : undefined;
  return { url: replaced?.get('url') ?? url, title: replaced?.get('title') ?? textOf(tab['title']) };
}
