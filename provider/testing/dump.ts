import type { Database } from '@/provider/db/client';

/**
 * Every table of the database, of whatever schema, with a row in which the text stands: in any column, in capitals or
 * not, also as the bytes of a binary value or as base64.
 */
export async function tablesWith({ $client }: Database, text: string): Promise<string[]> {
  const { rows } = await $client.query<{ schema: string; name: string }>(
    `select table_schema as schema, table_name as name from information_schema.tables
     where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`,
  );
  const bytes = Buffer.from(text);
  const forms = [
    text.toLowerCase(),
    bytes.toString('hex'),
    bytes.toString('base64').replace(/.{0,2}=*$/, ''),
  ];
  const found: string[] = [];
  for (const { schema, name } of rows) {
    const { rowCount } = await $client.query(
      `select 1 from "${schema}"."${name}" t
       where lower(t::text) like any ($1::text[]) or t::text like '%' || $2 || '%' limit 1`,
      [forms.slice(0, 2).map((form) => `%${form}%`), forms[2]],
    );
    if (rowCount) found.push(schema === 'public' ? name : `${schema}.${name}`);
  }
  return found.sort();
}
