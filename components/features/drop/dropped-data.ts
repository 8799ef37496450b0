/** Dropped data as text; read from the event at once, since the browser empties it afterwards. */
export interface DroppedData {
  readonly uriList: string;
  /** Firefox's own format: alternating addresses and titles. */
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

/** MIME types in which links arrive. Their content is hidden until the drop. */
const linkTypes = new Set(['text/uri-list', 'text/x-moz-url', 'text/html', 'text/plain', 'Files']);

export const holdsFiles = (transfer: DataTransfer | null): boolean =>
  transfer?.types.includes('Files') ?? false;

const bookmarkFileTypes =
  /^(?:text\/(?:html|csv|xml|x-opml)|application\/(?:xhtml\+xml|json|xml|zip|x-zip-compressed))\b/i;
const bookmarkFileNames = /\.(?:html?|json|jsonlz4|csv|xml|xbel|opml|enex|zip)$/i;

/**
 * Whether a file may be a bookmark export of a browser or bookmark manager: by its name, or by its type if it
 * has none.
 */
export const isBookmarkFile = ({
  name = '',
  type,
}: {
  readonly name?: string;
  readonly type: string;
}): boolean => (name === '' ? bookmarkFileTypes.test(type) : bookmarkFileNames.test(name));

/** Whether the dragged data may contain links. */
export const mayHoldLinks = (transfer: DataTransfer | null): boolean =>
  transfer?.types.some((type) => linkTypes.has(type)) ?? false;
