type Token = Readonly<{ kind: 'word' | 'sign' | 'value'; text: string }>;

/** A parenthesized part of a statement, or the whole statement. */
interface Group {
  readonly items: (Token | Group)[];
}

const tokenPattern =
  /--[^\n]*|\/\*[^]*?\*\/|\$\d+|'(?:[^']|'')*'|"((?:[^"]|"")+)"|([a-z_][\w$]*)|\d[\w.]*|::|[<>=!~@#&|*/%^+-]+|\S/giu;

function parse(statement: string): Group {
  const top: Group = { items: [] };
  const open = [top];
  for (const match of statement.matchAll(tokenPattern)) {
    const [text, quoted, word] = match;
    if (text.startsWith('--') || text.startsWith('/*')) continue;
    if (text === '(') {
      const group: Group = { items: [] };
      open.at(-1)!.items.push(group);
      open.push(group);
    } else if (text === ')') {
      if (open.length > 1) open.pop();
    } else if (quoted !== undefined || word !== undefined) {
      open.at(-1)!.items.push({ kind: 'word', text: quoted ?? text.toLowerCase() });
    } else {
      open.at(-1)!.items.push({ kind: /^[$'\d]/.test(text) ? 'value' : 'sign', text });
    }
  }
  return top;
}

const isGroup = (item: Token | Group | undefined): item is Group => item !== undefined && 'items' in item;
const textOf = (item: Token | Group | undefined): string =>
  item === undefined || isGroup(item) ? '' : item.text;

/** Keywords that start a clause; some clauses contain conditions. */
const clauses = new Set(
  'select from where on using set values returning group order having limit into join update delete insert with window union except intersect conflict for'.split(
    ' ',
  ),
);
const conditions = new Set(['where', 'on', 'using', 'having']);
/** Keywords that can follow a table instead of its alias. */
const notAlias = new Set([
  ...clauses,
  ...'as left right full inner cross natural lateral and default tablesample do'.split(' '),
]);
const queryStarts = new Set(['select', 'insert', 'update', 'delete', 'with', 'values', 'merge']);
/** Keywords that precede a table. */
const sources = new Set(['from', 'join', 'update', 'into', 'using', 'copy', 'only']);
const setOperations = new Set(['union', 'except', 'intersect']);

/** A query with its own tables. Other groups in parentheses belong to the enclosing query. */
interface Block {
  readonly enclosing: Block | null;
  readonly mentions: Mention[];
  readonly equalities: (readonly [Operand, Operand])[];
  /**
   * Whether it also reads from anything that is not distributed: another table, a function, or the result of another
   * query.
   */
  readsOther: boolean;
}

interface Mention {
  readonly table: string;
  readonly alias: string;
  /** Columns of an insert; null for any other statement. */
  readonly columns: readonly string[] | null;
}

/** A side of a comparison: a column with its qualifier, or anything else. */
type Operand = Readonly<{ alias: string | null; column: string }> | 'value';

const startBlock = (enclosing: Block | null): Block => ({
  enclosing,
  mentions: [],
  equalities: [],
  readsOther: false,
});

/**
 * Returns the distributed tables of a statement that are not restricted by their distribution column: neither as an
 * inserted column, nor by a condition that compares it with a value or with a restricted row. A condition restricts the
 * tables of its own query only.
 */
export function findUnrestricted(statement: string, columns: Readonly<Record<string, string>>): string[] {
  const blocks: Block[] = [];
  const open = (enclosing: Block | null): Block => {
    const block = startBlock(enclosing);
    blocks.push(block);
    return block;
  };
  walk(parse(statement), open(null), null);

  /** Processes a group. Without an inherited clause, the group is a query. */
  function walk(group: Group, own: Block, inherited: string | null): void {
    let block = own;
    let clause = inherited ?? '';
    const { items } = group;
    for (const [at, item] of items.entries()) {
      const before = textOf(items[at - 1]);
      if (isGroup(item)) {
        if (queryStarts.has(textOf(item.items[0]))) walk(item, open(block), null);
        else {
          if (clause === 'using' && before === 'using')
            for (const column of operandsOf(item)) block.equalities.push([column, column]);
          // Rows that are only counted are read as well.
          if (before !== 'filter') walk(item, block, clause);
        }
        continue;
      }
      if (item.kind === 'word' && before !== '.' && clauses.has(item.text)) {
        // `is distinct from` and `for update` do not start a clause.
        const isPhrase =
          (item.text === 'from' && before === 'distinct') ||
          (item.text === 'update' && (before === 'for' || before === 'key' || before === 'do'));
        if (!isPhrase) clause = item.text;
        if (setOperations.has(item.text)) block = open(own.enclosing);
        continue;
      }
      const isSource =
        item.kind === 'word' &&
        before !== '.' &&
        (sources.has(before) ||
          (before === ',' && inherited === null && (clause === 'from' || clause === 'using')));
      if (isSource) {
        if (Object.hasOwn(columns, item.text)) block.mentions.push(mentionAt(items, at));
        else block.readsOther = true;
      }
      if (conditions.has(clause) && (item.text === '=' || item.text === 'in'))
        block.equalities.push(...comparedAt(items, at));
    }
  }

  const restricted = new Set<Mention>();
  const isDistributionColumn = (
    { alias, table }: Mention,
    operand: Operand,
  ): operand is Exclude<Operand, 'value'> =>
    operand !== 'value' && operand.column === columns[table] && (operand.alias ?? alias) === alias;
  /** Whether a compared operand belongs to one account: a value, or a column of a restricted row. */
  function isRestricted(operand: Operand, block: Block): boolean {
    if (operand === 'value') return true;
    for (let scope: Block | null = block; scope; scope = scope.enclosing) {
      const named = scope.mentions.filter(({ alias }) => alias === operand.alias);
      if (named.length > 0) return named.some((mention) => restricted.has(mention));
      if (operand.alias === null && (scope.readsOther || scope.mentions.length > 0))
        return scope.readsOther || scope.mentions.some((one) => restricted.has(one));
    }
    return true;
  }
  const restricts = (block: Block, mention: Mention): boolean =>
    mention.columns === null
      ? block.equalities.some(
          ([left, right]) =>
            (isDistributionColumn(mention, left) && isRestricted(right, block)) ||
            (isDistributionColumn(mention, right) && isRestricted(left, block)),
        )
      : mention.columns.includes(columns[mention.table]!);
  for (let size = -1; size < restricted.size;) {
    size = restricted.size;
    for (const block of blocks)
      for (const mention of block.mentions) if (restricts(block, mention)) restricted.add(mention);
  }
  const all = blocks.flatMap(({ mentions }) => mentions);
  return [...new Set(all.filter((each) => !restricted.has(each)).map(({ table }) => table))].sort();
}

/** Parses what follows a table name: its alias, and the columns of an insert. */
function mentionAt(items: readonly (Token | Group)[], at: number): Mention {
  const table = textOf(items[at]);
  const isInserted = ['into', 'copy'].includes(textOf(items[at - 1]));
  const next = textOf(items[at + 1]);
  const named = next === 'as' ? textOf(items[at + 2]) : next;
  const list = items.slice(at + 1, at + 4).find(isGroup);
  return {
    table,
    alias: /^[a-z_]/i.test(named) && !notAlias.has(named) ? named : table,
    columns: isInserted ? (list?.items.map(textOf) ?? []) : null,
  };
}

/** Returns the comparisons of an `=` or `in`: one per column for row comparisons. */
function comparedAt(items: readonly (Token | Group)[], at: number): (readonly [Operand, Operand])[] {
  const left = operandsBefore(items, at - 1);
  const right: readonly Operand[] = textOf(items[at]) === 'in' ? [] : operandsFrom(items, at + 1);
  if (left.length === right.length) return left.map((operand, place) => [operand, right[place]!]);
  return [...left, ...right].map((operand) => [operand, 'value']);
}

function operandsBefore(items: readonly (Token | Group)[], end: number): readonly Operand[] {
  let at = end;
  while (textOf(items[at - 1]) === '::') at -= 2;
  const item = items[at];
  const before = textOf(items[at - 1]);
  if (isGroup(item)) return /^[a-z_]/i.test(before) && !notAlias.has(before) ? ['value'] : operandsOf(item);
  return item?.kind === 'word'
    ? [{ alias: before === '.' ? textOf(items[at - 2]) : null, column: item.text }]
    : ['value'];
}

function operandsFrom(items: readonly (Token | Group)[], at: number): readonly Operand[] {
  const item = items[at];
  if (isGroup(item)) return queryStarts.has(textOf(item.items[0])) ? ['value'] : operandsOf(item);
  if (item?.kind !== 'word') return ['value'];
  const isQualified = textOf(items[at + 1]) === '.';
  const end = isQualified ? at + 2 : at;
  if (isGroup(items[end + 1])) return ['value'];
  return [{ alias: isQualified ? item.text : null, column: textOf(items[end]) }];
}

/** Returns the columns of a row or a list; anything else counts as a value. */
function operandsOf({ items }: Group): Operand[] {
  const parts: (Token | Group)[][] = [[]];
  for (const item of items) {
    if (textOf(item) === ',') parts.push([]);
    else parts.at(-1)!.push(item);
  }
  return parts.map((part) => {
    const [first, dot, column] = part;
    if (first === undefined || isGroup(first) || first.kind !== 'word') return 'value';
    if (part.length === 1) return { alias: null, column: first.text };
    return part.length === 3 && textOf(dot) === '.' ? { alias: first.text, column: textOf(column) } : 'value';
  });
}
