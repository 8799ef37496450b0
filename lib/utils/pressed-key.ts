interface KeyPress {
  readonly key: string;
  readonly keyCode: number;
  readonly isComposing?: boolean;
  /** The event of the browser, of an event of React. */
  readonly nativeEvent?: { readonly isComposing: boolean };
}

/** The code of keys that an input method handles. */
const handledByInputMethod = 229;

/**
 * Whether an input method handles the key, for example Enter that accepts a suggestion. Safari sends the last key of a
 * composition after its end, so `isComposing` alone does not tell.
 */
export const isComposing = (press: KeyPress): boolean =>
  (press.nativeEvent ?? press).isComposing === true || press.keyCode === handledByInputMethod;

/** The pressed key; empty if an input method handles it. Every key handler reads the key by this function. */
export const pressedKey = (press: KeyPress): string => (isComposing(press) ? '' : press.key);
