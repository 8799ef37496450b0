/**
 * Copies a text to the clipboard; false if that fails. Over plain HTTP there is no clipboard API, and a browser
 * may refuse.
 */
export const copyText = (text: string): Promise<boolean> =>
  Promise.resolve()
    .then(() => navigator.clipboard.writeText(text))
    .then(
      () => true,
      () => false,
    );
