/** The name that a site can address us by in its robots.txt. */
const ourName = 'markwell';
const maxRules = 2_000;

interface Rule {
  allows: boolean;
  pattern: string;
}

/**
 * Whether a robots.txt lets us read a path with its query (RFC 9309): the rules that name us, else those for everybody;
 * the longest rule that fits counts, and one that allows wins a tie.
 */
export function mayRead(robots: string, target: string): boolean {
  const { ours, everybodys } = readRules(robots);
  const fitting = (ours ?? everybodys).filter(({ pattern }) => fits(pattern, target));
  const longest = Math.max(0, ...fitting.map(({ pattern }) => pattern.length));
  const decisive = fitting.filter(({ pattern }) => pattern.length === longest);
  return decisive.length === 0 || decisive.some(({ allows }) => allows);
}

/** The rules of the groups that name us, null where none does, and of those for everybody. */
function readRules(robots: string): { ours: Rule[] | null; everybodys: Rule[] } {
  let ours: Rule[] | null = null;
  const everybodys: Rule[] = [];
  let targets: Rule[][] = [];
  let isNaming = false;
  let count = 0;
  for (const [field, value] of fieldsOf(robots)) {
    if (field === 'user-agent') {
      if (!isNaming) targets = [];
      isNaming = true;
      if (value === '*') targets.push(everybodys);
      else if (value.toLowerCase().startsWith(ourName)) targets.push((ours ??= []));
    } else if (field === 'allow' || field === 'disallow') {
      isNaming = false;
      count += 1;
      // An empty rule says nothing.
      if (value === '' || count > maxRules) continue;
      for (const rules of targets) rules.push({ allows: field === 'allow', pattern: value });
    }
  }
  return { ours, everybodys };
}

function* fieldsOf(robots: string): Generator<[string, string]> {
  for (const line of robots.split(/\r\n?|\n/)) {
    const [said = ''] = line.split('#', 1);
    const colon = said.indexOf(':');
    if (colon > 0) yield [said.slice(0, colon).trim().toLowerCase(), said.slice(colon + 1).trim()];
  }
}

/** Matches from the beginning; `*` stands for anything, `$` at the end for the end. Takes time in proportion to both. */
function fits(pattern: string, target: string): boolean {
  const isWhole = pattern.endsWith('$');
  const [first = '', ...parts] = (isWhole ? pattern.slice(0, -1) : pattern).split('*');
  if (!target.startsWith(first)) return false;
  let at = first.length;
  const last = isWhole ? parts.pop() : undefined;
  for (const part of parts) {
    const found = target.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  if (!isWhole) return true;
  return last === undefined
    ? at === target.length
    : target.endsWith(last) && target.length - last.length >= at;
}
