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

/** Something that may hold links is held over the page. */
export const mayHoldLinks = (transfer: DataTransfer | null): boolean =>
  transfer?.types.some((type) => linkTypes.has(type)) ?? false;
