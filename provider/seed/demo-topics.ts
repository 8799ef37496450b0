/** A topic of the demo library: title patterns, the words that fill them, and the hosts of its pages. */
export interface DemoTopic {
  collection: string;
  color: string;
  /** Whether the collection is public. */
  isPublic?: boolean;
  space: 'Personal' | 'Work';
  bookmarks: number;
  hosts: readonly string[];
  /** `{name}` is replaced by one of the words of that name. */
  titles: readonly string[];
  words: Readonly<Record<string, readonly string[]>>;
  descriptions: readonly string[];
  tags: readonly string[];
}

const list = (text: string): readonly string[] => text.split('|').map((item) => item.trim());

const cities = list(
  'Lisbon|Porto|Vienna|Kyoto|Oaxaca|Ljubljana|Buenos Aires|Seville|Bologna|Tallinn|Hanoi|Edinburgh|Salvador|Naples',
);

export const demoTopics: readonly DemoTopic[] = [
  {
    collection: 'Recipes',
    color: 'b93a1a',
    isPublic: true,
    space: 'Personal',
    bookmarks: 62,
    hosts: list(
      'www.seriouseats.com|www.kingarthurbaking.com|smittenkitchen.com|www.bonappetit.com|www.bbcgoodfood.com',
    ),
    titles: list(
      '{dish} with {with}|The best {dish}, and why it works|Weeknight {dish}|{dish} for people in a hurry|How to make {dish} from scratch|{dish}, the slow way',
    ),
    words: {
      dish: list(
        'sourdough bread|lentil soup|roast chicken|focaccia|shakshuka|mushroom risotto|chickpea curry|apple pie|tomato tart|fresh pasta|cardamom buns|potato gratin|black bean stew|lemon cake',
      ),
      with: list(
        'brown butter|preserved lemon|too much garlic|whatever is in the fridge|fennel and orange|a crisp crust',
      ),
    },
    descriptions: list(
      'Tested twice; use less salt than it says.|Serves four, or two with lunch for the next day.|Long, but almost no work.|The comments have a good version without eggs.',
    ),
    tags: list('baking|dinner|vegetarian|weekend|bread|quick'),
  },
  {
    collection: 'Travel',
    color: '2f7d6b',
    space: 'Personal',
    bookmarks: 54,
    hosts: list(
      'www.seat61.com|www.lonelyplanet.com|www.atlasobscura.com|en.wikivoyage.org|www.theguardian.com',
    ),
    titles: list(
      'Three days in {city}|{city} by train|Where to eat in {city}|A walk through the oldest streets of {city}|{city} in winter|Small museums of {city}|Night trains to {city}: times and fares',
    ),
    words: { city: cities },
    descriptions: list(
      'For the trip in spring, if the trains still run.|The map at the end is worth printing.|Closed on Mondays, like everything there.|Recommended by Inês.',
    ),
    tags: list('trains|museums|food|slow travel|maps|europe'),
  },
  {
    collection: 'Reading list',
    color: '3b6ea8',
    space: 'Personal',
    bookmarks: 58,
    hosts: list(
      'www.newyorker.com|aeon.co|www.quantamagazine.org|www.theatlantic.com|longreads.com|www.lrb.co.uk|en.wikipedia.org',
    ),
    titles: list(
      'The strange history of {thing}|What {thing} can teach us about {idea}|Why we still do not understand {idea}|The people who look after {thing}|A short defence of {idea}|{thing}: a love story',
    ),
    words: {
      thing: list(
        'lighthouses|the semicolon|public libraries|lichens|the kitchen table|paper maps|the night sky|card catalogues|the bicycle|bells',
      ),
      idea: list('attention|boredom|prime numbers|memory|deep time|sleep|handwriting|birdsong|forgetting'),
    },
    descriptions: list(
      'Forty minutes. Read it on the train.|Quoted in the newsletter last week.|The second half is the good one.|For the book club.',
    ),
    tags: list('essay|history|science|long|to read|book club'),
  },
  {
    collection: 'Music',
    color: '8a4fa3',
    space: 'Personal',
    bookmarks: 34,
    hosts: list('www.youtube.com|soundcloud.com|bandcamp.com|www.npr.org|rateyourmusic.com'),
    titles: list(
      '{artist}: full concert|{artist} live in {city}|How {artist} wrote that bass line|{artist}, track by track|Ten records that led to {artist}',
    ),
    words: {
      artist: list(
        'Nina Simone|João Gilberto|Fela Kuti|Alice Coltrane|The Meters|Caetano Veloso|Stereolab|Elis Regina|Arvo Pärt',
      ),
      city: cities,
    },
    descriptions: list('Headphones.|The drummer!|Good for cooking.|Recorded from the second row.'),
    tags: list('jazz|live|bossa nova|records|playlist'),
  },
  {
    collection: 'Home & garden',
    color: '6b8e23',
    space: 'Personal',
    bookmarks: 36,
    hosts: list('www.rhs.org.uk|www.ikea.com|www.instructables.com|www.reddit.com|www.familyhandyman.com'),
    titles: list(
      'How to {fix} a {part}|When to plant {plant}|{plant} in pots: a year of notes|A {part}, before and after|{plant}: pests and what helps',
    ),
    words: {
      fix: list('mend|seal|replace|build|sand|hang'),
      part: list(
        'wooden window|dripping tap|bookshelf|kitchen drawer|squeaky floor|balcony box|bathroom shelf',
      ),
      plant: list('tomatoes|climbing beans|lavender|rosemary|strawberries|a fig tree|garlic'),
    },
    descriptions: list(
      'Needs two people and a free Sunday.|Measure before ordering.|Done in May; held so far.',
    ),
    tags: list('garden|diy|repair|balcony|tools'),
  },
  {
    collection: 'Em português',
    color: '2d8a4e',
    space: 'Personal',
    bookmarks: 56,
    hosts: list(
      'g1.globo.com|www.nexojornal.com.br|www.uol.com.br|pt.wikipedia.org|www.youtube.com|medium.com',
    ),
    titles: list(
      'Receita de {prato}|{prato} como na casa da avó|O que fazer em {lugar} em um fim de semana|{lugar}: guia para quem chega de ônibus|Por que {tema} ainda importa|Breve história: {tema}|Como {tema} mudou a cidade|{prato} sem glúten|Fotos antigas de {lugar}',
    ),
    words: {
      prato: list(
        'pão de queijo|feijoada|moqueca|bolo de fubá|coxinha|brigadeiro|caldo verde|tapioca|pudim de leite',
      ),
      lugar: list('Ouro Preto|Paraty|Chapada Diamantina|Belém|Olinda|Florianópolis|São Luís|Jericoacoara'),
      tema: list(
        'o bonde|a rádio comunitária|a ciclovia|o cinema de rua|a feira livre|o choro|a poesia concreta',
      ),
    },
    descriptions: list(
      'Indicação da Marina.|Ler com calma no domingo.|Rende oito porções; congela bem.|Guardar para a viagem de julho.',
    ),
    tags: list('receitas|viagem|leitura|música|história|notícias'),
  },
  {
    collection: 'Frontend',
    color: 'c77d0a',
    space: 'Work',
    bookmarks: 54,
    hosts: list(
      'developer.mozilla.org|web.dev|react.dev|css-tricks.com|github.com|www.smashingmagazine.com|nextjs.org',
    ),
    titles: list(
      '{tech}: a practical guide|Understanding {tech} by building it|{tech} and accessibility|How {tech} changed between versions|Performance of {tech}, measured|A checklist for {tech}',
    ),
    words: {
      tech: list(
        'container queries|server components|view transitions|service workers|the popover API|CSS layers|virtual lists|streaming HTML|form validation|focus management|web fonts|dark themes',
      ),
    },
    descriptions: list(
      'Share with the team.|The demo at the end works in all browsers now.|Answers the question from the last review.',
    ),
    tags: list('css|react|performance|accessibility|reference|javascript'),
  },
  {
    collection: 'Databases',
    color: '336791',
    space: 'Work',
    bookmarks: 46,
    hosts: list(
      'www.postgresql.org|use-the-index-luke.com|brandur.org|www.citusdata.com|github.com|www.crunchydata.com|stackoverflow.com',
    ),
    titles: list(
      'PostgreSQL: {topic}|{topic}, explained with pictures|How we fixed {topic} at scale|{topic}: what the manual does not say|When {topic} goes wrong',
    ),
    words: {
      topic: list(
        'partial indexes|keyset pagination|vacuum and bloat|advisory locks|full text search|query plans|connection pooling|row level security|logical replication|JSON columns|trigram matching',
      ),
    },
    descriptions: list(
      'The benchmark is honest about its limits.|See also the comments.|Bring this to the next design review.',
    ),
    tags: list('postgres|sql|performance|reference|operations'),
  },
  {
    collection: 'Design',
    color: 'd0558b',
    space: 'Work',
    bookmarks: 40,
    hosts: list('www.nngroup.com|www.figma.com|dribbble.com|www.typewolf.com|www.behance.net|alistapart.com'),
    titles: list(
      '{thing} that people understand|A field guide to {thing}|{thing}: patterns and mistakes|The quiet power of {thing}|Designing {thing} for two languages',
    ),
    words: {
      thing: list(
        'empty states|settings screens|onboarding|error messages|color palettes|dense tables|variable fonts|icons|search boxes|keyboard shortcuts',
      ),
    },
    descriptions: list(
      'Good examples, weak theory.|For the redesign of the settings.|Screenshots worth keeping.',
    ),
    tags: list('ux|typography|color|inspiration|patterns'),
  },
  {
    collection: 'Team & hiring',
    color: '64748b',
    space: 'Work',
    bookmarks: 26,
    hosts: list('staffeng.com|larahogan.me|charity.wtf|www.rands.com|jvns.ca|martinfowler.com'),
    titles: list(
      'Notes on {topic}|{topic} without meetings|What I got wrong about {topic}|A template for {topic}|{topic} for small teams',
    ),
    words: {
      topic: list(
        'code review|interviews|writing things down|on-call|incident reviews|mentoring|planning|one-on-ones',
      ),
    },
    descriptions: list('Try it for a month.|Two ideas here are worth stealing.|Discussed in March.'),
    tags: list('team|process|writing|interviews'),
  },
  {
    collection: '',
    color: '',
    space: 'Personal',
    bookmarks: 20,
    hosts: list(
      'news.ycombinator.com|www.openstreetmap.org|archive.org|www.wired.com|www.bbc.com|www.nature.com',
    ),
    titles: list('{thing}, mapped|Ask: what is your {thing}?|An archive of {thing}|{thing} of the year'),
    words: {
      thing: list(
        'public fountains|old software manuals|favorite tool|street names|radio recordings|quiet places',
      ),
    },
    descriptions: list('Look at this again.|From the newsletter.'),
    tags: list('misc|maps|toread'),
  },
  {
    collection: '',
    color: '',
    space: 'Work',
    bookmarks: 14,
    hosts: list('github.com|docs.google.com|status.cloud.google.com|aws.amazon.com|www.docker.com'),
    titles: list('{thing} notes|Release notes: {thing}|{thing}: getting started|Pricing of {thing}'),
    words: {
      thing: list('object storage|the new build cache|feature flags|error tracking|the staging cluster'),
    },
    descriptions: list('Ask before changing.|Needs an owner.'),
    tags: list('infrastructure|docs'),
  },
];
