/** What the entries of a file have that is imported, in the order of a report. */
export const importKept = [
  'folders',
  'tags',
  'notes',
  'descriptions',
  'favorites',
  'later',
  'read',
  'archived',
  'highlights',
  'dates',
  'visits',
] as const;

/** What a file has that is not imported, in the order of a report. */
export const importDropped = [
  'trash',
  'savedPages',
  'covers',
  'authors',
  'sharing',
  'highlights',
  'attachments',
  'feeds',
  'textItems',
  'smartCollections',
  'olderSessions',
  'otherFiles',
  'otherLines',
  'columns',
] as const;

/** Fields of a bookmark that a column of a table can be imported as, in the order in which they are offered. */
export const importFields = [
  'url',
  'title',
  'description',
  'notes',
  'tags',
  'folder',
  'addedAt',
  'modifiedAt',
  'favorite',
  'later',
  'readAt',
  'archived',
] as const;
