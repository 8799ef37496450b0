/**
 * Attributes that only this product writes, beside those of every browser, so that a library comes back as it was:
 * where a bookmark or a collection stands in the manual order, which folders do not tell, the color of a collection, the
 * rules of a smart one, how often a bookmark was visited, and the url of one that would run a script as a link. `shared`
 * is read from JSON only: a file for browsers publishes nothing.
 * They are read with the `extra` of an entry or a folder, and kept nowhere as they stand.
 */
export const ownAttributes = {
  place: 'markwell_place',
  color: 'markwell_color',
  smart: 'markwell_smart',
  shared: 'markwell_shared',
  visits: 'markwell_visits',
  url: 'markwell_url',
} as const;
