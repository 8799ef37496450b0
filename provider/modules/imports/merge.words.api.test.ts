import { expect, test } from 'vitest';
import { createImporter, file, link } from '@/provider/testing/imports';
import { createTestProvider } from '@/provider/testing/test-provider';

const tested = await createTestProvider();
const { signUp, db } = tested;
const { importFile } = createImporter(tested);

async function usesOf(source: string, spaceId: string) {
  const { rows } = await db.$client.query<{ word: string; uses: number }>(
    `select word, ${source} order by word`,
    [spaceId],
  );
  return rows.map(({ word, uses }) => `${word} ${uses}`);
}

test('an import counts each word once for each field of a bookmark that contains it', async () => {
  const { spaceId, ...person } = await signUp();
  const body = file(
    link('https://ferns.example/ferns/1', 'Ferns and mosses', 'TAGS="ferns,garden"'),
    link('https://garden.example/2020', 'Ferns 2020'),
  );
  // The second import adds to existing words.
  await importFile({ ...person, spaceId }, body);
  await importFile({ ...person, spaceId }, file(link('https://mosses.example/', 'More mosses')));
  const counted = await usesOf('uses from space_words where space_id = $1', spaceId);
  expect(counted).toEqual(
    await usesOf(
      'count(*)::integer as uses from bookmarks b, mw_words(b.search) word where b.space_id = $1 group by word',
      spaceId,
    ),
  );
  expect(counted).toEqual(expect.arrayContaining(['ferns 4', 'garden 2', 'mosses 3']));
});
