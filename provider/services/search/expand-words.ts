import type { Database } from '@/provider/db/client';

const mostOfWord = 24;
/** Three letters stand in the midst of many words, and hardly anybody means those: each has its cost in every bookmark. */
const mostOfShort = 8;
const mostOfAll = 96;
/** So many words that begin with one are told. */
const mostBegun = 16;

/** What is known of words of a query in some spaces. */
export interface ExpandedWords {
  /** The words that each may stand for, beside those that begin with it. */
  readonly meant: ReadonlyMap<string, string[]>;
  /** In how many places, of all bookmarks, stands a word that begins with it or that it may stand for. */
  readonly uses: ReadonlyMap<string, number>;
  /** All words that begin with it, itself among them; missing where they are many, or not all are kept. */
  readonly begun: ReadonlyMap<string, readonly string[]>;
  /** Those of which all places are counted: numbers are not kept, nor what is shorter than three letters. */
  readonly kept: ReadonlySet<string>;
}

interface Row {
  typed: string;
  /** Null for the words that begin with it, all together. */
  found: string | null;
  isSlip: boolean;
  uses: number;
  /** Of these the words themselves, where they are few. */
  begun: string[] | null;
  isKept: boolean;
}

/**
 * Looks up which words of some spaces those of a query may stand for, see `mw_expand_word` of the migration 0009 (of
 * many, the most used), and how often they are used. Single letters begin too many words to be worth it.
 */
export async function expandWords(
  { $client }: Pick<Database, '$client'>,
  spaceIds: readonly string[],
  words: readonly string[],
): Promise<ExpandedWords> {
  const asked = words.filter((word) => word.length > 1);
  if (asked.length === 0) return { meant: new Map(), uses: new Map(), begun: new Map(), kept: new Set() };
  const { rows } = await $client.query<Row>({
    name: 'expand-words',
    text: `select t.typed, e.found, e."isSlip", coalesce(e.uses, 0)::integer as uses, e.begun,
        mw_is_word('t' || t.typed) as "isKept"
      from unnest($2::text[]) with ordinality as t (typed, place) cross join lateral (
        select null as found, false as "isSlip", sum(w.uses) as uses, 0 as number,
          case when count(*) <= ${mostBegun} and mw_is_word('t' || t.typed)
            then coalesce(array_agg(distinct w.word), '{}') end as begun
        from unnest($1::uuid[]) s (id) join space_words w
          on w.space_id = s.id and w.word >= t.typed and w.word < t.typed || chr(1114111)
        union all
        select m.found, bool_and(m.is_slip), sum(w.uses), min(m.number), null
        from unnest($1::uuid[]) s (id)
          cross join lateral mw_expand_word(s.id, t.typed,
            case when char_length(t.typed) > 3 then ${mostOfWord} else ${mostOfShort} end) with ordinality as m (found, is_slip, number)
          join space_words w on w.space_id = s.id and w.word = m.found
        group by m.found) e
      order by e.number, t.place`,
    values: [spaceIds, asked],
  });
  return chooseWords(rows);
}

/** Of what was found for each word as many as are affordable; slips only where nothing else is there. */
function chooseWords(rows: readonly Row[]): ExpandedWords {
  const certain = new Set(
    rows.filter(({ found, isSlip }) => found !== null && !isSlip).map(({ typed }) => typed),
  );
  const meant = new Map<string, string[]>();
  const uses = new Map<string, number>();
  const begun = new Map<string, readonly string[]>();
  const kept = new Set(rows.filter(({ isKept }) => isKept).map(({ typed }) => typed));
  let taken = 0;
  for (const { typed, found, isSlip, uses: more, begun: those } of rows) {
    const so = meant.get(typed) ?? [];
    if (found !== null) {
      if (taken >= mostOfAll || so.length >= mostOfWord || (isSlip && certain.has(typed))) continue;
      meant.set(typed, [...so, found]);
      taken += 1;
    }
    if (those !== null) begun.set(typed, those);
    uses.set(typed, (uses.get(typed) ?? 0) + more);
  }
  return { meant, uses, begun, kept };
}
