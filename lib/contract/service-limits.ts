/**
 * Limits that few screens need. They are in a separate file because `limits` is part of every page and a bundler
 * includes a file as a whole.
 */
export const serviceLimits = {
  keyIterationsMin: 600_000,
  keyIterationsMax: 2_000_000,
  codeDigits: 6,
  codeMinutes: 10,
  codeTries: 5,
  avatarBytes: 2 * 1024 * 1024,
  avatarEdge: 256,
  tokensPerAccount: 50,
  connectCodeMinutes: 5,
  /** Recorded calls of assistants for each token, and their retention. */
  tokenCalls: 1_000,
  tokenCallDays: 90,
  undoHours: 24,
  undoChanges: 50,
  publicQueryLength: 200,
  cipherLength: 400_000,
  bodyBytes: 1024 * 1024,
  /** Of a request without a session, unless its operation says otherwise. */
  guestBodyBytes: 16 * 1024,
  jsonDepth: 16,
  jsonKeys: 256,
  jsonValues: 250_000,
  importBytes: 256 * 1024 * 1024,
  statsDays: 30,
  adminPagedRows: 10_000,
  feedbackLength: 10_000,
  feedbackTags: 20,
  feedbackDays: 90,
  /** Pages read by one call, and texts written by one. */
  pagesRead: 6,
  pageTextsWritten: 200,
  pageTextsBytes: 2 * 1024 * 1024,
  /** HTML of a page, as far as it is read: from its site, or from a browser without its pictures. */
  pageHtmlBytes: 2 * 1024 * 1024,
  /** HTML of a page from a browser, with the pictures that it contains. */
  sentPageBytes: 10 * 1024 * 1024,
  /** Of a picture that becomes a cover. */
  coverBytes: 10 * 1024 * 1024,
  /** Length of a marked passage, of the text kept before and after it, and of its note. */
  highlightQuoteLength: 10_000,
  highlightContextLength: 200,
  highlightNoteLength: 10_000,
  highlightsPerBookmark: 500,
  /** Of all annotations of one bookmark, which are read together. */
  highlightBytesPerBookmark: 1024 * 1024,
  /** Of a reader copy with its pictures, and of an uploaded copy. */
  copyBytes: 10 * 1024 * 1024,
  /** The longest edge of a picture in a copy. */
  copyPictureEdge: 1_600,
  screenshotBytes: 2 * 1024 * 1024,
  screenshotEdge: 4_096,
  envelopes: 100_000,
  envelopesBytes: 6 * 1024 * 1024,
  envelopesOfPart: 5_000,
  keyChangeHours: 24,
  encryptedPageSize: 2_000,
  listedNames: 10_000,
  listedPageSize: 10_000,
} as const;
