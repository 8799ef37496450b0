/** Queries for a library filled by `sampleLibrary`, which uses the same vocabulary. */
export const searchQueries = {
  /** Words, pairs of words and prefixes with hits. */
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
  /** Words without hits. */
  misses: ['zzyzx', 'guide zzyzx', 'xqjwv', 'rust qqqq'],
  /** Typing errors and substrings of words. */
  typos: [
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
  /** Conditions, alone and combined with words. */
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
