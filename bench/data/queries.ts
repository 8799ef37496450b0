/** What a filled library is asked: see `sampleLibrary`, whose words these are. */
export const searchQueries = {
  /** Words, pairs and prefixes that it has. */
  hits: [
    'data',
    'guide rust',
    'perf',
    'design system',
    'receita',
    'how to',
    'github',
    'a guide to',
    'post search',
  ],
  /** Words that no bookmark has. */
  misses: ['zzyzx', 'guide zzyzx', 'xqjwv', 'rust qqqq'],
  /** Slips, and the inside of words. */
  slips: [
    'pyhton',
    'javascritp',
    'gihtub',
    'desgin system',
    'acessibility',
    'tutoral rust',
    'machne learning',
    'script',
    'recipes',
    'ython',
  ],
  /** Conditions, alone and beside words. */
  conditions: [
    'rust is:favorite',
    'type:video',
    'site:github.com rust',
    '#javascript react',
    'created:2020 data',
    '-rust guide',
    '"machine learning"',
    '(rust OR python) -guide',
    'is:untagged data',
    'visits:>50',
    'title:rust',
    '@"Collection 5" data',
    'data sort:oldest',
    'guide sort:visits',
  ],
} as const;
