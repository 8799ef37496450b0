import moving from '@/messages/en/moving.json';

/** Returns docs/moving: one file for each product of the guide in the app, with the same words, and an index. */
export function renderMovingDocs(): Record<string, string> {
  const products = Object.entries(moving.products);
  const files = products.map(([id, product]) => [`${id}.md`, renderProduct(product)] as const);
  const links = products.map(([id, { name, file }]) => `- [${name}](${id}.md): ${file}`);
  const index = [
    '# Moving to Markwell',
    moving.text,
    links.join('\n'),
    `## ${moving.otherTitle}`,
    moving.otherText,
  ];
  return { ...Object.fromEntries(files), 'README.md': pageOf([...index, ...server]) };
}

type Product = (typeof moving.products)['chrome'] | (typeof moving.products)['pocket'];

/** Returns the steps of a product in order. */
export const stepsOf = (product: Product): string[] =>
  Object.entries(product)
    .filter(([key]) => key.startsWith('step'))
    .map(([, step]) => step);

function renderProduct(product: Product): string {
  const { name, kept, lost } = product;
  const steps = [...stepsOf(product), 'In Markwell, open Settings > Import and export and choose the file.'];
  return pageOf([
    `# Moving from ${name}`,
    steps.map((step, at) => `${at + 1}. ${step}`).join('\n'),
    [`- ${moving.kept}: ${kept}`, `- ${moving.lost}: ${lost}`].join('\n'),
    'A preview shows what was found before anything is saved, and the whole import can be undone.',
  ]);
}

/** For those who run a server. */
const server = [
  '## Over an API',
  'Raindrop.io and Pinboard can also be read with a token of their API (Settings > Import and export > Read it over the ' +
    'API). The worker reads page by page, waits when the product limits the rate of requests, and continues after a ' +
    'restart. What was read is kept for a day, until it is imported or discarded. The server needs to reach ' +
    'api.raindrop.io and api.pinboard.in.',
  '## By a script',
  'The file can also be sent with an access token (Settings > Integration). Its format is recognized by its content; ' +
    '`dryRun=true` only reports what would be imported.',
  [
    '```',
    'curl -X POST "$APP_URL/v1/bookmarks/import?dryRun=true" -H "Authorization: Bearer $TOKEN" \\',
    '  -H "Content-Type: application/octet-stream" --data-binary @export.csv',
    '```',
  ].join('\n'),
];

const pageOf = (blocks: readonly string[]): string => `${blocks.join('\n\n')}\n`;
