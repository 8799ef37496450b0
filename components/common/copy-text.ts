/**
 * Puts a text on the clipboard; false where that fails. Over plain HTTP there is no clipboard to write to, and a
 * browser may refuse.
 */
export const copyText = (text: string): Promise<boolean> =>
  Promise.resolve()
    .then(() => navigator.clipboard.writeText(text))
    .then(
      () => true,
      () => false,
    );
