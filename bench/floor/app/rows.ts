/** Fifty rows of the size of a bookmark: about 400 bytes of JSON each. */
export const rows = Array.from({ length: 50 }, (_, index) => ({
  uuid: `01890a5d-ac96-774b-bcce-${String(index).padStart(12, '0')}`,
  title: `A page with an ordinary title, number ${index}`,
  url: `https://site-${index}.example/articles/2026/an-ordinary-path-${index}`,
  domain: `site-${index}.example`,
  path: `/articles/2026/an-ordinary-path-${index}`,
  description: 'What the page says of itself in one sentence of an ordinary length, no more and no less.',
  tags: 'reading,later',
  createdAt: '2026-11-21T09:41:00.000Z',
}));
