import { Client } from 'pg';

const batchSize = 100_000;

const firstNames =
  'Ana Bruno Carla Diego Elisa Felipe Grace Hugo Inês Joana Kenji Laura Marta Nina Otto Paula Quim Rita Sofia Tomás Ursula Vera Wanda Xavier Yara Zoë'.split(
    ' ',
  );
const lastNames =
  'Almeida Barros Castro Duarte Esteves Ferreira Gomes Hopper Ibarra Jensen Kowalski Lovelace Moreira Nakamura Oliveira Pereira Quintana Ribeiro Silva Teixeira Ueda Vieira Washburne Xavier Yamamoto Zimmermann'.split(
    ' ',
  );
const hosts = ['gmail.example', 'outlook.example', 'uol.example', 'proton.example', 'university.example'];

/**
 * Every account has a space with a bookmark count, every third has a session; few are pro, suspended or unverified.
 */
const insertBatch = `
  with people as (
    select gen_random_uuid() as id, gen_random_uuid() as space, n,
      ($3::text[])[1 + (hashint4(n) & 65535) % cardinality($3::text[])] as first_name,
      ($4::text[])[1 + (hashint4(n + 7) & 65535) % cardinality($4::text[])] as last_name,
      ($5::text[])[1 + least((hashint4(n + 13) & 1023) / 250, cardinality($5::text[]) - 1)] as host,
      timestamptz '2026-01-01' - n * interval '40 seconds' as created_at
    from generate_series($1::integer, $2::integer) n),
  added as (
    insert into accounts (id, email, email_key, first_name, last_name, plan, current_space_id, created_at,
      email_verified_at, suspended_at)
    select id, email, email, first_name, last_name, case when n % 20 = 0 then 'pro' else 'free' end, space, created_at,
      case when n % 10 > 0 then created_at end, case when n % 2000 = 0 then now() end
    from people, lateral (select mw_fold(first_name || '.' || last_name || n || '@' || host) as email) e),
  spaces as (
    insert into spaces (id, account_id, name, is_default, bookmark_count, created_at, last_activity_at)
    select space, id, 'Personal', true, (hashint4(n + 3) & 4095), created_at, created_at from people)
  insert into sessions (id, account_id, refresh_hash, created_at, last_used_at, expires_at)
  select gen_random_uuid(), id, '', created_at, created_at + (hashint4(n + 5) & 1023) * interval '1 hour', now()
  from people where n % 3 = 0`;

/** Inserts accounts without bookmarks, generated in SQL. */
export async function fillAccounts(databaseUrl: string, count: number): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(`set timezone = 'UTC'`);
    // Building the trigram index once takes a tenth of the time of a million insertions into it.
    const { rows } = await client.query<{ indexdef: string }>(
      "select indexdef from pg_indexes where indexname = 'accounts_search_idx'",
    );
    await client.query('drop index accounts_search_idx');
    for (let from = 1; from <= count; from += batchSize) {
      const to = Math.min(from + batchSize - 1, count);
      await client.query(insertBatch, [from, to, firstNames, lastNames, hosts]);
    }
    await client.query(rows[0]?.indexdef ?? '');
    await client.query('vacuum analyze accounts, account_activity, spaces, sessions');
  } finally {
    await client.end();
  }
}
