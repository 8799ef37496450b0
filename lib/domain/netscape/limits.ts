/** Bounds of one file; a file beyond them is refused rather than taken in part. */
export const netscapeLimits = {
  entries: 1_000_000,
  folders: 50_000,
  /** Folders below are taken as the folder at this depth, so that paths stay printable. */
  depth: 512,
  /** Characters of all names from the top down to a folder; deeper ones are taken as their parent. */
  pathLength: 4_096,
  folderNameLength: 1_000,
} as const;

/** A file that holds more than can be taken. */
export class NetscapeLimitError extends Error {
  constructor(readonly limit: 'entries' | 'folders') {
    super(`the file holds more than ${netscapeLimits[limit]} ${limit}`);
  }
}
