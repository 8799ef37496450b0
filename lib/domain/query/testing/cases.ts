/** A bookmark of the library on which the cases run. */
export interface CaseBookmark {
  /** Identifies the bookmark, even if it is encrypted. */
  readonly title: string;
  readonly url: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly collections?: readonly string[];
  readonly isFavorite?: boolean;
  readonly isHighlighted?: boolean;
  readonly isLater?: boolean;
  readonly readAt?: string;
  /** Whether its text is unreadable. */
  readonly isEncrypted?: boolean;
  readonly isBroken?: boolean;
  readonly createdAt: string;
  readonly visitedAt?: string;
  readonly visits?: number;
}

/** A Tuesday, at nine in the morning in the user's time zone. */
export const caseClock = { now: new Date('2026-03-10T12:00:00Z'), timeZone: 'America/Sao_Paulo' };

export const publicCollections: readonly string[] = ['Shared'];

export const caseLibrary: readonly CaseBookmark[] = [
  {
    title: 'Night trains of Europe',
    url: 'https://www.seat61.com/sleepers.htm',
    description: 'Every sleeper between Lisbon and Oslo.',
    tags: ['travel', 'Slow travel'],
    collections: ['Journeys'],
    isFavorite: true,
    createdAt: '2026-03-10T02:59:00Z', // Monday night in the user's time zone, Tuesday in UTC.
    visitedAt: '2026-03-10T09:00:00Z',
    visits: 12,
  },
  {
    title: 'Trains at night',
    url: 'https://trains.example/night',
    tags: ['travel'],
    createdAt: '2026-03-10T03:00:00Z',
    visitedAt: '2025-06-01T12:00:00Z',
    visits: 5,
  },
  {
    title: 'Física: ação e reação',
    url: 'https://pt.wikipedia.org/wiki/Leis_de_Newton',
    tags: ['Física'],
    collections: ['Estudos'],
    createdAt: '2026-03-02T12:00:00Z',
  },
  {
    title: 'MPU6050 with an Arduino',
    url: 'https://electronics.example/docs/mpu6050',
    tags: ['c++', 'sensors'],
    collections: ['Estudos', 'Shared'],
    createdAt: '2026-02-27T12:00:00Z',
  },
  {
    title: 'Python tutorial',
    url: 'https://docs.python.org/3/tutorial/',
    tags: ['python'],
    collections: ['To read'],
    isHighlighted: true,
    readAt: '2026-01-02T12:00:00Z',
    createdAt: '2025-12-31T12:00:00Z',
    visitedAt: '2025-12-31T13:00:00Z',
    visits: 1,
  },
  {
    title: 'github/docs',
    url: 'https://github.com/github/docs',
    tags: ['Work'],
    createdAt: '2024-03-15T12:00:00Z',
  },
  {
    title: 'A gist about parsers',
    url: 'https://gist.github.com/someone/1',
    description: 'The organic way, and an android app.',
    tags: ['work', 'rust'],
    createdAt: '2024-06-20T12:00:00Z',
  },
  {
    title: 'Rust async book',
    url: 'https://async.example/rust',
    tags: ['rust'],
    collections: ['To read'],
    isLater: true,
    createdAt: '2024-12-31T23:59:00Z',
  },
  {
    title: 'Ouro e euforia',
    url: 'https://noticias.example/ouro',
    isBroken: true,
    createdAt: '2023-01-01T02:00:00Z', // Still 2022 in the user's time zone.
  },
  {
    title: 'A talk on Java',
    url: 'https://www.youtube.com/watch?v=abc',
    createdAt: '2023-05-05T12:00:00Z',
    visitedAt: '2026-01-15T12:00:00Z',
    visits: 100,
  },
  {
    title: 'JavaScript, the good parts',
    url: 'https://books.example/js.pdf',
    tags: ['a "quoted" tag'],
    createdAt: '2023-05-06T12:00:00Z',
  },
  {
    title: 'Copy of the good parts',
    url: 'https://books.example/js.pdf',
    createdAt: '2023-05-07T12:00:00Z',
  },
  {
    title: '機械学習 🚀 launch',
    url: 'https://ml.example/%E6%A9%9F%E6%A2%B0/%D0%9C%D0%BE%D1%81%D0%BA%D0%B2%D0%B0%20metro?q=caf%C3%A9%2Fbar',
    tags: ['🚀'],
    createdAt: '2022-08-01T12:00:00Z',
  },
  {
    title: 'Straße nach Łódź (map)',
    url: 'https://maps.example/lodz',
    createdAt: '2022-08-02T12:00:00Z',
  },
  {
    title: 'Secret trains',
    url: 'https://secret.example/',
    tags: ['travel'],
    collections: ['Journeys'],
    isEncrypted: true,
    isFavorite: true,
    createdAt: '2026-03-09T12:00:00Z',
  },
];

const night = 'Night trains of Europe';
const trains = 'Trains at night';
const physics = 'Física: ação e reação';
const sensor = 'MPU6050 with an Arduino';
const python = 'Python tutorial';
const github = 'github/docs';
const gist = 'A gist about parsers';
const rust = 'Rust async book';
const ouro = 'Ouro e euforia';
const talk = 'A talk on Java';
const good = 'JavaScript, the good parts';
const copy = 'Copy of the good parts';
const launch = '機械学習 🚀 launch';
const map = 'Straße nach Łódź (map)';
const secret = 'Secret trains';
const readable = caseLibrary.filter(({ isEncrypted }) => isEncrypted !== true).map(({ title }) => title);
const readableBut = (...titles: readonly string[]) => readable.filter((title) => !titles.includes(title));

/** Queries with the titles of their results, in no particular order. */
export const queryCases: readonly (readonly [query: string, ...titles: readonly string[]])[] = [
  // Words.
  ['night trains', night, trains],
  ['TRAINS NIGHT', night, trains],
  ['nig tra', night, trains],
  ['with an', sensor],
  ['acao', physics],
  ['AÇÃO', physics],
  ['fisica newton', physics],
  ['6050', sensor],
  ['duino', sensor],
  ['pyhton', python],
  ['strasse lodz', map],
  ['機 学', launch],
  ['🚀', launch],
  ['organic', gist],
  ['android', gist],
  ['ouro', ouro],
  ['euforia', ouro],
  ['oslo', night],
  ['https://www.seat61.com/sleepers.htm', night],
  ['www.seat61.com', night],
  ['москва', launch], // Of a percent-encoded path.
  ['機械 metro', launch],
  ['cafe bar', launch],
  [
    'https://ml.example/%E6%A9%9F%E6%A2%B0/%D0%9C%D0%BE%D1%81%D0%BA%D0%B2%D0%B0%20metro?q=caf%C3%A9%2Fbar',
    launch,
  ],
  ['ml.example/機械/Москва', launch],
  ['"москва metro"', launch],
  ['zzzzzz'],
  ['secret'],
  // Phrases.
  ['"night trains"', night],
  ['“night trains”', night],
  ['"good parts"', good, copy],
  ['"parts good"'],
  ['"java"', talk],
  ['"slow travel"', night],
  ['java', talk, good],
  // Negations.
  ['trains -europe', trains],
  ['trains -"night trains"', trains],
  ['java -script', talk, good], // Words that only contain it are not excluded.
  ['is:highlighted -pyhton', python], // Negations do not correct typos.
  ['-java -is:encrypted', ...readableBut(talk, good)],
  ['-trains', ...readableBut(night, trains)],
  // Alternatives and groups.
  ['ouro OR acao', ouro, physics],
  ['ouro OR acao OR rust', ouro, physics, gist, rust],
  ['rust OR python is:highlighted', python],
  ['(rust async) OR ouro', rust, ouro],
  ['trains -(europe OR lisbon)', trains],
  ['rust -(gist parsers)', rust],
  ['-(-(ouro))', ouro],
  ['ouro OR'],
  ['OR ouro'],
  ['ouro or acao'],
  // Tags.
  ['#travel', night, trains],
  ['#"slow travel"', night],
  ['#slow'],
  ['#c++', sensor],
  ['#WORK', github, gist],
  ['#work #rust', gist],
  ['#fisica'], // Tags with and without an accent differ.
  ['#FÍSICA', physics],
  ['#🚀', launch],
  ['#"a ""quoted"" tag"', good],
  ['-#travel', ...readableBut(night, trains)],
  ['tag:rust -tag:work', rust],
  // Collections.
  ['@journeys', night, secret],
  ['@"to read"', python, rust],
  ['@nowhere'],
  ['-@estudos -@"to read" trains', night, trains],
  ['in:Journeys trains', night],
  // Sites.
  ['site:github.com', github, gist],
  ['site:gist.github.com', gist],
  ['site:www.GitHub.com', github, gist],
  ['site:hub.com'],
  ['site:GitHub', github, gist],
  ['site:hub'],
  ['-site:github.com rust', rust],
  ['site:https://github.com/github', github],
  ['site:github.com/someone', gist], // Also for subdomains.
  // States.
  ['is:favorite', night, secret],
  ['is:starred trains', night],
  ['is:highlighted', python],
  ['is:later', rust],
  ['is:toread -rust'],
  ['is:read', python],
  ['is:unread #rust', gist, rust],
  ['-is:unread', python],
  ['is:encrypted', secret],
  ['-is:encrypted', ...readable],
  ['is:public', sensor],
  ['is:untagged', ouro, talk, copy, map],
  ['is:uncollected', trains, github, gist, ouro, talk, good, copy, launch, map],
  ['is:duplicate', good, copy],
  ['is:broken', ouro],
  // Types.
  ['type:video', talk],
  ['type:docs', sensor, python],
  ['type:code', github, gist],
  ['type:pdf', good, copy],
  ['type:article', physics],
  // Dates of creation, in the user's time zone.
  ['created:today', trains],
  ['created:yesterday', night, secret],
  ['created:this-week', night, trains, secret],
  ['created:last-week', physics],
  ['created:last-month', sensor],
  ['created:this-year', night, trains, secret, physics, sensor],
  ['created:last-year', python],
  ['created:2024', github, gist, rust],
  ['created:2024-06', gist],
  ['created:2024-06-20', gist],
  ['created:2022', launch, map, ouro],
  ['created:>2024', night, trains, secret, physics, sensor, python],
  ['created:>=2024-06-20 created:<=2024-06-20', gist],
  ['created:<2023', launch, map, ouro],
  ['created:2023-05-06..2024-03', good, copy, github],
  ['created:2024-03..2023-05-06', good, copy, github],
  ['created:14d', night, trains, secret, physics, sensor],
  ['created:>14d', night, trains, secret, physics, sensor],
  ['created:<3y', launch, map, ouro],
  ['-created:>=2023', launch, map, ouro],
  ['before:2023', launch, map, ouro],
  // Visits.
  ['visited:today', night],
  ['visited:<6m', trains],
  ['visited:2025', trains, python],
  ['visited:never', ...readableBut(night, trains, python, talk), secret],
  ['-visited:never', night, trains, python, talk],
  ['-visited:2025 is:highlighted'],
  ['visits:>5', night, talk],
  ['visits:>=5', night, trains, talk],
  ['visits:0 is:favorite', secret],
  ['visits:100', talk],
  // One field.
  ['title:night', night, trains],
  ['title:"night trains"', night],
  ['title:oslo'],
  ['url:tutorial', python],
  ['url:sleepers', night],
  ['url:europe'],
  ['url:github.com/github', github, gist], // Words, all of which occur somewhere in the URL.
  ['url:"github/docs"', github],
  ['url:"Москва metro"', launch],
  ['url:"機械/Москва"', launch],
  ['site:ml.example/%E6%A9%9F%E6%A2%B0', launch],
  ['url:"20metro"'],
  // Unparsable input counts as words, and valid filters still apply.
  ['is:favorite "trains', night],
  ['"trains is:favorite', night],
  ['(trains is:favorite', night],
  ['trains) is:favorite', night],
  ['rust #', gist, rust],
  ['rust - & | !', gist, rust],
  ['"'],
  ['trains sort:oldest limit:1', night, trains], // Sort order and limit are not conditions.
  ['created:nonsense is:favorite'],
];

/**
 * Queries that no bookmark matches as a whole, with the titles of the closest hits, best first. The service weighs a word
 * by its rarity among the bookmarks that it can read, so the order must not depend on that.
 */
export const closestCases: readonly (readonly [query: string, ...titles: readonly string[]])[] = [
  ['oslo zzzzzz', night],
  ['zzzzzz rust', rust, gist],
  ['py oslo', python, night], // A short word begins a longer one.
  ['605 lodz', map, sensor], // A number is a part of a word.
  ['e eu', physics, ouro], // Words that only connect others match only themselves: `eu` is not _Europe_.
  ['with you', sensor],
];
