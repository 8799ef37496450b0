/**
 * Attributes that only this product writes, beside those of every browser, so that a library comes back as it was:
 * where a bookmark or a collection stands in the manual order, which folders do not tell, the color of a collection, and
 * the url of a bookmark that would run a script as a link.
 * They are read with the `extra` of an entry or a folder, and kept nowhere as they stand.
 */
export const ownAttributes = {
  place: 'markwell_place',
  color: 'markwell_color',
  url: 'markwell_url',
} as const;
