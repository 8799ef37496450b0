/** What was dropped, as text; taken out of the event at once, since the browser empties it afterwards. */
export interface DroppedData {
  readonly uriList: string;
  /** Firefox's own form: address and title in turn. */
  readonly mozUrl: string;
  readonly html: string;
  readonly plain: string;
  readonly files: readonly File[];
}

export const takeDropped = (transfer: DataTransfer): DroppedData => ({
  uriList: transfer.getData('text/uri-list'),
  mozUrl: transfer.getData('text/x-moz-url'),
  html: transfer.getData('text/html'),
  plain: transfer.getData('text/plain'),
  files: [...transfer.files],
});

/** Names of the forms in which links arrive. Their content stays hidden until they are let go. */
const linkTypes = new Set(['text/uri-list', 'text/x-moz-url', 'text/html', 'text/plain', 'Files']);

export const holdsFiles = (transfer: DataTransfer | null): boolean =>
  transfer?.types.includes('Files') ?? false;

const bookmarkFileTypes = /^(?:text\/html|application\/xhtml\+xml|application\/json|text\/csv)\b/i;

/** Whether a file may be one that browsers and bookmark managers export: by its name, or by its type without one. */
export const isBookmarkFile = ({
  name = '',
  type,
}: {
  readonly name?: string;
  readonly type: string;
}): boolean => (name === '' ? bookmarkFileTypes.test(type) : /\.(?:html?|json|csv)$/i.test(name));

/** Something that may hold links is held over the page. */
export const mayHoldLinks = (transfer: DataTransfer | null): boolean =>
  transfer?.types.some((type) => linkTypes.has(type)) ?? false;
