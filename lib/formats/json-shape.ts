import { Tokenizer, TokenType } from '@streamparser/json';

/** The outline of the beginning of a JSON text. */
export interface JsonShape {
  readonly isArray: boolean;
  /**
   * Whether the text has this path: names joined by a dot, with `[]` for the items of an array, as in
   * `bookmarks[].content` or `[].href`.
   */
  has(path: string): boolean;
  /** The first text at the path, if it is a text. */
  textAt(path: string): string | undefined;
}

const depthMax = 8;
const pathsMax = 2_000;

/**
 * Returns the paths that occur in a text that may end anywhere, to the depth that formats differ in. A text that is not
 * JSON has the paths before its first error.
 */
export function jsonShape(text: string): JsonShape {
  const paths = new Map<string, string | null>();
  const levels: { isArray: boolean; path: string }[] = [];
  let key = '';
  let isKeyNext = false;
  const add = (path: string, value: string | null): void => {
    if (levels.length <= depthMax && paths.size < pathsMax && !paths.has(path)) paths.set(path, value);
  };
  const pathHere = (): string => {
    const level = levels.at(-1);
    if (level === undefined) return '';
    if (level.isArray) return `${level.path}[]`;
    return level.path === '' ? key : `${level.path}.${key}`;
  };
  const tokenizer = new Tokenizer();
  // The text is cut off, and its errors are found by its reader.
  tokenizer.onError = () => undefined;
  tokenizer.onToken = ({ token, value }) => {
    if (token === TokenType.STRING && isKeyNext) {
      key = String(value);
      isKeyNext = false;
    } else if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) {
      const path = pathHere();
      add(path, null);
      levels.push({ isArray: token === TokenType.LEFT_BRACKET, path });
      isKeyNext = token === TokenType.LEFT_BRACE;
    } else if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) {
      levels.pop();
      isKeyNext = false;
    } else if (token === TokenType.COMMA) {
      isKeyNext = levels.at(-1)?.isArray === false;
    } else if (token !== TokenType.COLON) {
      add(pathHere(), token === TokenType.STRING ? String(value) : null);
    }
  };
  tokenizer.write(text);
  return {
    isArray: text.startsWith('['),
    has: (path) => paths.has(path),
    textAt: (path) => paths.get(path) ?? undefined,
  };
}
