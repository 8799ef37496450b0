// Most tags are in their normal form and their own key; an import reads hundreds of thousands of them.
export const plainTag = /^[a-z0-9_.+#-]{1,64}$/;

/** Two tags with the same key are the same tag: letter case and the way an accent is encoded do not count. */
export const tagKey = (tag: string): string =>
  plainTag.test(tag) ? tag : tag.normalize('NFC').toLowerCase();
