import fc from 'fast-check';
import {
  bookmarkTypes,
  querySorts,
  queryStates,
  simplifyNode,
  type Query,
  type QueryNode,
} from '@/lib/domain/query/query';

const fragments = [
  ...[
    '"',
    '“',
    '”',
    '(',
    ')',
    '-',
    '--',
    '#',
    '@',
    ' ',
    '  ',
    '\t',
    '\u3000',
    ',',
    '..',
    ':',
    '>',
    '<=',
    '=',
    '*',
  ],
  ...[
    'OR',
    'or',
    'AND',
    'NOT',
    'organic',
    'android',
    'ouro',
    'não',
    'ação',
    '🚀',
    'مرحبا',
    '機械',
    'e\u0301',
    '\u200f',
  ],
  ...[
    'tag:',
    'site:',
    'is:',
    'type:',
    'created:',
    'visited:',
    'title:',
    'url:',
    'visits:',
    'sort:',
    'limit:',
    'in:',
  ],
  ...[
    'favorite',
    'video',
    '2024',
    '2024-13',
    'last-week',
    '30d',
    'never',
    'newest',
    '10',
    'github.com',
    'www.',
  ],
  ...[
    '-sort:newest',
    'sort:title',
    'limit:5',
    '-limit:5',
    '-OR',
    'is:foo',
    'site:www.x.y/z',
    '-"',
    '-(',
    '#"',
    '""',
  ],
  ...['https://x.y/z?a=b', 'me@example.com', 'c++', '__proto__:', 'constructor', '\\', '%', "'", '\ud800'],
];

/** Texts as users type them, and worse: grammar fragments between arbitrary text. */
export const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.constantFrom(...fragments), { maxLength: 30 }).map((pieces) => pieces.join('')),
  fc
    .array(fc.oneof(fc.constantFrom(...fragments), fc.string()), { maxLength: 20 })
    .map((all) => all.join(' ')),
);

const word = fc.constantFrom(
  'rust',
  'or',
  'and',
  'organic',
  'ação',
  '🚀',
  'foo:bar',
  'a-b',
  'x,y',
  "don't",
  '機械',
);
const name = fc.constantFrom(
  'rust',
  'Two words',
  'c++',
  'a"b',
  '(x)',
  'x,',
  'Ação',
  '-',
  '#',
  '@x',
  'a “b” c',
);
const term = fc.constantFrom('2024', '2024-02', '2024-02-29', 'today', 'last-week', '30d', '6m');
const op = fc.constantFrom('=', '>', '>=', '<', '<=');
const field = fc.constantFrom('created', 'visited');
const as = <Kind extends string>(kind: Kind): fc.Arbitrary<Kind> => fc.constant(kind);

const condition: fc.Arbitrary<QueryNode> = fc.oneof(
  fc.record({ kind: as('word'), text: word }),
  fc.record({
    kind: as('phrase'),
    text: fc.constantFrom('night trains', 'OR', 'a "b" c', '#x', '-y', '(z)'),
  }),
  fc.record({ kind: fc.constantFrom('title', 'url'), text: word, isPhrase: fc.boolean() }),
  fc.record({ kind: as('tag'), name }),
  fc.record({ kind: as('collection'), name }),
  fc.record({ kind: as('site'), host: fc.constantFrom('github.com', 'localhost:3000', 'xn--mnchen-3ya.de') }),
  fc.record({ kind: as('is'), state: fc.constantFrom(...queryStates) }),
  fc.record({ kind: as('type'), type: fc.constantFrom(...bookmarkTypes) }),
  fc.record({ kind: as('date'), field, op, value: term }),
  fc.record({ kind: as('date'), field: as('visited'), op: as('='), value: as('never') }),
  fc.record({ kind: as('dates'), field, from: term, to: term }),
  fc.record({ kind: as('visits'), op, count: fc.nat({ max: 999_999_999 }) }),
);

const { node } = fc.letrec<{ node: QueryNode }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 5 },
    condition,
    fc.record({ kind: fc.constantFrom('and', 'or'), nodes: fc.array(tie('node'), { maxLength: 4 }) }),
    fc.record({ kind: as('not'), node: tie('node') }),
  ),
}));

/** Any query in the simplified form that parsing returns. */
export const anyQuery: fc.Arbitrary<Query> = fc.record({
  where: fc.option(node.map(simplifyNode)),
  sort: fc.option(fc.constantFrom(...querySorts)),
  limit: fc.option(fc.integer({ min: 1, max: 999_999 })),
});
export const anyCondition = condition;
