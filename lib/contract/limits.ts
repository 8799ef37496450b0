/** Limits of the service, in the unit that each name ends with; text lengths are in code points. */
export const limits = {
  titleLength: 2_000,
  urlLength: 65_536,
  descriptionLength: 65_536,
  notesLength: 65_536,
  hintLength: 200,
  tagLength: 64,
  tagsPerBookmark: 100,
  collectionsPerBookmark: 100,
  nameLength: 100,
  collectionNameLength: 200,
  collectionDescriptionLength: 2_000,
  emailLength: 254,
  passwordMinLength: 8,
  passwordMaxLength: 256,
  codeResendSeconds: 60,
  bulkUuids: 20_000,
  trashDays: 30,
  /** How long the change feed reaches back. */
  changesDays: 90,
  activityDays: 30,
  queryLength: 10_000,
  smartQueryLength: 2_000,
  pageSizeMax: 200,
  pageSizeDefault: 50,
} as const;

/** Number of the API's revision, which grows with every addition that a client relies on. Clients require the lowest. */
export const apiRevision = 1;
