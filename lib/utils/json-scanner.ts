/**
 * Limits of a JSON text. They bound the memory that its value takes, which the length of the text does not: two bytes
 * can be an empty object, and a single one can open an array.
 */
export interface JsonLimits {
  /** Arrays and objects within each other. */
  readonly depth: number;
  /** Fields of one object. */
  readonly keys: number;
  /** Bytes of the name of one field. */
  readonly keyBytes: number;
  /** All values together; below `elementDepth`, those of one element. */
  readonly values: number;
  /**
   * For a reader that drops every element once it is read: the depth of the arrays and objects that contain the
   * elements, whose number is not limited.
   */
  readonly elementDepth?: number;
}

/** Why a text is rejected. A field whose name is too long is unknown to every schema. */
export type JsonFault =
  'too_deep' | 'too_many_fields' | 'too_many_values' | 'unknown_field' | 'repeated_field';

/** The text exceeds a limit, or names a field of an object twice. */
export class JsonFaultError extends Error {
  override readonly name = 'JsonFaultError';

  constructor(readonly fault: JsonFault) {
    super(`the JSON text is rejected: ${fault}`);
  }
}

const quote = 0x22;
const comma = 0x2c;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

interface Level {
  isObject: boolean;
  readonly keys: Set<string>;
}

const noBytes = new Uint8Array(0);

const newLevel = (): Level => ({ isObject: false, keys: new Set() });

/**
 * Checks the bytes of a JSON text (UTF-8) before they are parsed: depth, number of fields and values, and repeated field
 * names, of which parsers silently use one. It allocates nothing for a value. The grammar is left to the parser: for a
 * text that is not JSON, the counts are those of some prefix.
 */
export class JsonScanner {
  /** Levels by depth, reused. */
  private readonly levels: Level[] = [newLevel()];
  private depth = 0;
  private values = 1;
  private isKeyNext = false;
  private isInString = false;
  private isInKey = false;
  private isAfterBackslash = false;
  private hasEscapes = false;
  /** The beginning of a field name that continues in the next chunk. */
  private keyStart: Uint8Array = noBytes;

  constructor(private readonly limits: JsonLimits) {}

  /** Throws {@link JsonFaultError}. */
  write(bytes: Uint8Array): void {
    let at = this.isInString ? this.readString(bytes, 0) : 0;
    for (; at < bytes.length; at += 1) {
      switch (bytes[at]) {
        case quote:
          this.isInString = true;
          this.isInKey = this.isKeyNext;
          this.isKeyNext = false;
          at = this.readString(bytes, at + 1) - 1;
          break;
        case comma:
          this.countValue();
          this.isKeyNext = this.level.isObject;
          break;
        case openBracket:
          this.open(false);
          break;
        case openBrace:
          this.open(true);
          break;
        case closeBracket:
        case closeBrace:
          this.depth = Math.max(0, this.depth - 1);
          this.isKeyNext = false;
      }
    }
  }

  private get level(): Level {
    return (this.levels[this.depth] ??= newLevel());
  }

  private open(isObject: boolean): void {
    this.depth += 1;
    if (this.depth > this.limits.depth) throw new JsonFaultError('too_deep');
    this.countValue();
    const { level } = this;
    level.isObject = isObject;
    level.keys.clear();
    this.isKeyNext = isObject;
  }

  private countValue(): void {
    const { elementDepth = 0, values } = this.limits;
    this.values = this.depth <= elementDepth ? 1 : this.values + 1;
    if (this.values > values) throw new JsonFaultError('too_many_values');
  }

  /** Reads on to the end of a string; returns the position behind it. */
  private readString(bytes: Uint8Array, start: number): number {
    for (let at = start; at < bytes.length; at += 1) {
      const byte = bytes[at];
      if (this.isAfterBackslash) this.isAfterBackslash = false;
      else if (byte === backslash) this.isAfterBackslash = this.hasEscapes = true;
      else if (byte === quote) {
        if (this.isInKey) this.endKey(bytes.subarray(start, at));
        this.isInString = this.hasEscapes = false;
        return at + 1;
      }
    }
    // A copy: the chunk belongs to the caller.
    if (this.isInKey) this.keyStart = this.joinKey(bytes.subarray(start)).slice();
    return bytes.length;
  }

  private joinKey(rest: Uint8Array): Uint8Array {
    if (this.keyStart.length + rest.length > this.limits.keyBytes) throw new JsonFaultError('unknown_field');
    return this.keyStart.length === 0 ? rest : concat(this.keyStart, rest);
  }

  private endKey(rest: Uint8Array): void {
    const key = keyOf(this.joinKey(rest), this.hasEscapes);
    this.keyStart = noBytes;
    const { keys } = this.level;
    if (keys.has(key)) throw new JsonFaultError('repeated_field');
    if (keys.size === this.limits.keys) throw new JsonFaultError('too_many_fields');
    keys.add(key);
  }
}

function concat(first: Uint8Array, second: Uint8Array): Uint8Array {
  const joined = new Uint8Array(first.length + second.length);
  joined.set(first);
  joined.set(second, first.length);
  return joined;
}

const decoder = new TextDecoder();

/** Returns the name of a field, equal for every spelling of it. */
function keyOf(bytes: Uint8Array, hasEscapes: boolean): string {
  const text = decoder.decode(bytes);
  if (!hasEscapes) return text;
  try {
    return String(JSON.parse(`"${text}"`));
  } catch {
    // The parser rejects the text.
    return text;
  }
}
