import type { Calendar, WordClasses } from '@/provider/modules/ask/language';

/** Classes of English words, which phrases name in braces. */
export const englishWords: WordClasses = {
  noun: ['links?', 'bookmarks?', 'things?', 'stuff', 'pages?', 'sites?', 'websites?', 'items?', 'ones?', 'entries'],
  typeNoun: [
    'videos?', 'clips?', 'docs', 'documentation', 'manuals', '[blog] posts', 'articles?', 'podcasts?', 'episodes',
    'audios?', 'images?', 'pictures?', 'photos?', 'papers?', 'pdfs?', 'repos?', 'repositor(y|ies)', 'tweets?',
  ],
  single: ['video', 'article', 'podcast', 'episode', 'pdf', 'paper', 'repo', 'repository', 'image', 'photo', 'picture', 'tweet'],
  tag: ['tags?', 'labels?'],
  collection: ['collections?', 'folders?'],
  connector: [
    'about', 'on', 'from', 'that', 'which', 'with', 'by', 'i', "i've", 'and', 'or', 'but', 'not', 'without', 'except',
    'excluding', 'sorted', 'ordered', 'saved', 'added', 'please', 'in', 'for', 'since', 'before', 'after',
  ],
  article: ['the'],
  count: ['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'twelve', 'fifteen', 'twenty'],
  opened: [
    'opened', 'visited', '(?<! (?:to|(?:do|can|could|should|would) i) )read', 'watched', 'viewed', 'seen', 'saw',
    'accessed', 'clicked', 'used(?! to )',
  ],
  open: ['open', 'visit', 'read', 'watch', 'view', 'see', 'access', 'click', 'use'],
  participle: [],
  saved: ['saved', 'added', 'bookmarked', 'created', 'stored', 'kept'],
  save: ['save', 'add', 'bookmark', 'store', 'keep'],
  recently: ['[most|more] recently', 'lately', 'of late', 'not long ago'],
  not: [
    'but no', 'and no',
    "[but|and] (not|without|except [for]|excluding|other than|[that|which] (are|is) not|[that|which] (aren't|isn't))",
  ],
  neither: [
    "(haven't|havent|have not|hasn't|has not|didn't|did not|don't|do not|not|never) [been]",
  ],
  determiner: ['any', 'those', 'these', 'ones', 'in', 'on', 'from', 'the', 'a', 'an', 'my', 'of'],
  auxiliary: [
    'am', 'is', 'are', 'was', 'were', 'be', 'do', 'does', 'did', 'has', 'have', 'had', 'can', 'could', 'will', 'would',
    'should', 'may', 'might', 'must',
  ],
  person: ['i', "i've", 'i have', 'we', "we've"],
  which: ['that', 'which'],
  were: ['just', 'were'],
  all: [
    'all', 'every', 'any', 'some', 'those', 'these', 'that', 'my', 'only', 'everything', 'anything', 'something',
  ],
  each: ['each', 'just', 'stuff'],
  following: ['the', 'a', 'an', 'all', 'every', 'any', 'my', 'some', 'that', 'those', 'these', 'me'],
  some: ['any', 'some', 'anything', 'something'],
  forMe: ['me', 'for me', 'to me'],
  by: ['(sort|sorted|order|ordered) by'],
  first: ['first'],
  and: ['and'],
  or: ['or', 'nor'],
  beforeType: [
    'the', 'a', 'an', 'that', 'this', 'those', 'these', 'my', 'all', 'any', 'some', 'only', 'which', 'what', 'but no',
    'and no', 'and', 'or', 'not', 'but', 'except', 'without', 'is',
  ],
  insideType: ['of', 'to', 'for', 'in', 'with', 'google', 'how', 'edit', 'a', 'an', 'the'],
  of: ['of'],
  beforeState: [
    'and', 'or', 'but', 'not', 'without', 'except', 'are', 'is', 'were', 'my', 'all', 'the', 'only',
  ],
  dated: ['everything', 'anything', 'all', 'favou?rites', 'unread', 'recipes?', 'tutorials?'],
  someone: ['kids?', 'child', 'children', 'bab(y|ies)', 'toddlers?', 'people', 'adults?', 'dogs?', 'cats?'],
  having: ['with', 'containing', 'having', '(that|which) (has|have|contains?|includes?)'],
  afterLanguage: ['about', 'on', 'that', 'i', 'from', 'with', 'and', 'or'],
  more: ['more than', 'over'],
  atLeast: ['at least'],
  less: ['less than', 'fewer than', 'under'],
  atMost: ['at most', 'up to', 'no more than'],
  exactly: ['exactly', 'only', 'just'],
  times: ['times', 'x'],
  visits: ['visits?', 'views'],
  forSpan: ['in', 'for', 'over'],
  watching: ['reading', 'watching', 'looking at'],
  without: ['not', 'without', 'except', 'excluding'],
  withoutFrom: ['from', 'on', 'the', 'for'],
  nextTag: ['and', 'or', 'and not', 'but not', 'not', 'without', 'but without'],
  nextSite: ['and', 'or', 'nor', 'from', 'on'],
  nextCollection: ['and', 'or', 'nor', 'in'],
  period: ['week', 'month', 'year'],
  unit: ['days?', 'weeks?', 'months?', 'years?'],
}; // prettier-ignore

/** Names of English numbers, months, days and seasons. */
export const englishCalendar: Calendar = {
  numbers: {
    a: 1, an: 1, one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10, twelve: 12,
    'a couple of': 2, 'couple of': 2, fifteen: 15, twenty: 20,
  },
  months: [
    ['january', 'jan'], ['february', 'feb'], ['march'], ['april'], ['may'], ['june'], ['july'], ['august', 'aug'],
    ['september', 'sept', 'sep'], ['october', 'oct'], ['november', 'nov'], ['december', 'dec'],
  ],
  weekdays: [['monday'], ['tuesday'], ['wednesday'], ['thursday'], ['friday'], ['saturday'], ['sunday']],
  seasons: { spring: 3, summer: 6, autumn: 9, fall: 9, winter: 12 },
  ordinals: {
    first: 0, '1st': 0, second: 1, '2nd': 1, third: 2, '3rd': 2, fourth: 3, '4th': 3, last: 1, q1: 0, q2: 1, q3: 2, q4: 3,
  },
}; // prettier-ignore
