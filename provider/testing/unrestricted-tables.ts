type Token = Readonly<{ kind: 'word' | 'sign' | 'value'; text: string }>;

/** A part of a statement between parentheses, or all of it. */
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

/** Words that a clause begins with; conditions are in some of them. */
const clauses = new Set(
  'select from where on using set values returning group order having limit into join update delete insert with window union except intersect conflict for'.split(
    ' ',
  ),
);
const conditions = new Set(['where', 'on', 'using', 'having']);
/** What stands behind a table instead of its alias. */
const notAlias = new Set([
  ...clauses,
  ...'as left right full inner cross natural lateral and default tablesample do'.split(' '),
]);
const queryStarts = new Set(['select', 'insert', 'update', 'delete', 'with', 'values', 'merge']);

interface Mention {
  table: string;
  alias: string;
  block: Block;
  isInserted: boolean;
}

/** A query with its own tables. What is between parentheses and no query belongs to the query around it. */
interface Block {
  /** Compared columns: `alias.column`, or `column` alone. */
  compared: Set<string>;
}

/**
 * The distributed tables of a statement that it does not restrict by their column: neither by a condition on it, nor by
 * its place among the inserted columns. A condition counts for the tables of its own query: one in a subquery restricts that.
 */
export function findUnrestricted(statement: string, columns: Readonly<Record<string, string>>): string[] {
  const mentions: Mention[] = [];
  const inserted = new Map<Mention, readonly string[]>();

  /** Without a clause to begin in, the group is a query. */
  function walk(group: Group, block: Block, inherited?: string): void {
    let clause = inherited ?? '';
    const isQuery = inherited === undefined;
    const { items } = group;
    for (const [at, item] of items.entries()) {
      if (isGroup(item)) {
        if (queryStarts.has(textOf(item.items[0]))) {
          const inner: Block = { compared: new Set() };
          walk(item, inner);
        } else {
          if (textOf(items[at - 1]) === 'using' && clause === 'using') {
            for (const each of item.items) if (!isGroup(each)) block.compared.add(each.text);
          }
          const after = textOf(items[at + 1]);
          if (conditions.has(clause) && (after === 'in' || after === '=')) {
            for (const name of columnsOf(item)) block.compared.add(name);
          }
          walk(item, block, clause);
        }
        continue;
      }
      if (item.kind !== 'word') continue;
      const before = textOf(items[at - 1]);
      if (before !== '.' && clauses.has(item.text)) {
        // `is distinct from` and `for update` begin no clause.
        const isPhrase =
          (item.text === 'from' && before === 'distinct') ||
          (item.text === 'update' && (before === 'for' || before === 'key' || before === 'do'));
        if (!isPhrase) clause = item.text;
      }
      const isTable =
        Object.hasOwn(columns, item.text) &&
        before !== '.' &&
        textOf(items[at + 1]) !== '.' &&
        (['from', 'join', 'update', 'into', 'using', 'copy', 'only'].includes(before) ||
          (before === ',' && isQuery && (clause === 'from' || clause === 'using')));
      if (isTable) {
        const isInserted = before === 'into' || before === 'copy';
        const next = textOf(items[at + 1]);
        const named = next === 'as' ? textOf(items[at + 2]) : next;
        const hasAlias = /^[a-z_]/i.test(named) && !notAlias.has(named);
        const mention = { table: item.text, alias: hasAlias ? named : item.text, block, isInserted };
        mentions.push(mention);
        const list = items.slice(at + 1, at + 4).find(isGroup);
        if (isInserted && list) inserted.set(mention, list.items.map(textOf));
        continue;
      }
      if (conditions.has(clause)) {
        const qualified = before === '.' ? `${textOf(items[at - 2])}.${item.text}` : item.text;
        const left = textOf(items[before === '.' ? at - 3 : at - 1]);
        const right = textOf(items[at + 1]);
        if (left === '=' || right === '=' || right === 'in') block.compared.add(qualified);
      }
    }
  }

  const top: Block = { compared: new Set() };
  walk(parse(statement), top);

  const isRestricted = (mention: Mention): boolean => {
    const column = columns[mention.table]!;
    if (mention.isInserted) return inserted.get(mention)?.includes(column) === true;
    const { compared } = mention.block;
    return compared.has(column) || compared.has(`${mention.alias}.${column}`);
  };
  return [...new Set(mentions.filter((each) => !isRestricted(each)).map(({ table }) => table))].sort();
}

function columnsOf({ items }: Group): string[] {
  return items.flatMap((item, at) => {
    if (isGroup(item) || item.kind !== 'word' || textOf(items[at + 1]) === '.') return [];
    return [textOf(items[at - 1]) === '.' ? `${textOf(items[at - 2])}.${item.text}` : item.text];
  });
}
