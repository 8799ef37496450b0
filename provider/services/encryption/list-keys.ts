import type { EncryptionKey } from '@/lib/contract/schemas/encryption';
import type { Actor } from '@/provider/actor';
import type { ProviderDeps } from '@/provider/deps';
import { isoTime } from '@/provider/services/listing/iso-time';

/** An account has a few; a program that makes one for each bookmark must not make this answer endless. */
const mostKeys = 1_000;
/** Bytes of the samples in one response. The first samples of all keys come before the second ones. */
const samplesBytes = 2_000_000;

// One pass over the envelopes: a look-up for each key would depend on what the planner knows of them.
const find = {
  name: 'encryption-keys',
  text: `
    with own as (
      select id, mw_key_id(cipher) as key, created_at, hint,
        row_number() over (partition by mw_key_id(cipher) order by created_at desc, id desc) as place,
        count(*) over (partition by mw_key_id(cipher)) as count
      from bookmarks where account_id = $1 and encrypted
    ), keys as (
      select key, count(*)::integer as count, min(created_at) as first, max(created_at) as last,
        (array_agg(hint order by place) filter (where hint <> ''))[1] as hint,
        array_agg(id order by place) filter (where place <= 2 or place = count) as ids
      from own group by key order by last desc, key limit ${mostKeys}
    ), samples as (
      select k.key, s.place, b.id, b.cipher,
        sum(octet_length(b.cipher)) over (order by s.place, k.last desc, k.key) as bytes
      from keys k cross join unnest(k.ids) with ordinality s (id, place) join bookmarks b on b.id = s.id
    )
    select k.key, k.count, k.hint, (k.first at time zone 'UTC')::text as "createdAt", coalesce(t.samples, '[]') as samples
    from keys k left join (
      select s.key, json_agg(json_build_object('uuid', s.id, 'cipher', s.cipher) order by s.place) as samples
      from samples s where s.bytes <= ${samplesBytes} group by s.key) t on t.key = k.key
    order by k.last desc, k.key`,
};

/** The keys that bookmarks of the actor are encrypted with, in whatever space and in the trash; the last used first. */
export async function listKeys(
  { db }: Pick<ProviderDeps, 'db'>,
  { accountId }: Actor,
): Promise<EncryptionKey[]> {
  const { rows } = await db.$client.query<EncryptionKey>({ ...find, values: [accountId] });
  return rows.map((row) => ({ ...row, createdAt: isoTime(row.createdAt) }));
}
