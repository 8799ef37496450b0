import type { Database } from '@/provider/db/client';

const mostOfWord = 24;
const mostOfAll = 96;

/**
 * The words of some spaces that words of a query may stand for, beside those that begin with it: see `mw_expand_word`
 * of the migration 0009. Of many, the most used.
 */
export async function expandWords(
  { $client }: Pick<Database, '$client'>,
  spaceIds: readonly string[],
  words: readonly string[],
): Promise<Map<string, string[]>> {
  const meant = new Map<string, string[]>();
  const asked = words.filter((word) => word.length > 2);
  if (asked.length === 0) return meant;
  const { rows } = await $client.query<{ typed: string; found: string; isSlip: boolean }>({
    name: 'expand-words',
    text: `select t.typed, e.found, bool_and(e.is_slip) as "isSlip" from unnest($2::text[]) with ordinality as t (typed, place)
      cross join unnest($1::uuid[]) as s (id)
      cross join lateral mw_expand_word(s.id, t.typed, ${mostOfWord}) with ordinality as e (found, is_slip, number)
      group by t.place, t.typed, e.found order by min(e.number), t.place`,
    values: [spaceIds, asked],
  });
  const certain = new Set(rows.filter(({ isSlip }) => !isSlip).map(({ typed }) => typed));
  let taken = 0;
  for (const { typed, found, isSlip } of rows) {
    const so = meant.get(typed) ?? [];
    if (taken >= mostOfAll || so.length >= mostOfWord || (isSlip && certain.has(typed))) continue;
    meant.set(typed, [...so, found]);
    taken += 1;
  }
  return meant;
}
