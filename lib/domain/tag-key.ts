// Most tags are normalized and equal to their key; an import processes hundreds of thousands of them.
export const plainTag = /^[a-z0-9_.+#-]{1,64}$/;

/** Comparison key of a tag: ignores letter case and Unicode normalization of accents. */
export const tagKey = (tag: string): string =>
  plainTag.test(tag) ? tag : tag.normalize('NFC').toLowerCase();
