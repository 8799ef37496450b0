import type { ProviderDeps } from '@/provider/deps';
import { letterFavicon, type Favicon } from '@/provider/integrations/favicon';
import { Problem } from '@/provider/problem';
import { prepareSmart } from '@/provider/services/collections/smart-query';
import type { ServedFavicon } from '@/provider/services/favicons';
import { Parameters } from '@/provider/services/listing/parameters';
import { isPublic } from '@/provider/services/public/find-public';

type Deps = Pick<ProviderDeps, 'db' | 'clock'>;

type Kept = { [Field in keyof Favicon]: Favicon[Field] | null } & {
  spaceId: string;
  smart: { query: string } | null;
  isLinked: boolean;
};

/** Bookmarks of a host that anybody may see, in `bookmarks b`: an encrypted one has no host. */
const ofHost = `b.space_id = c.space_id and b.domain = $2 and b.deleted_at is null and not b.encrypted`;

const kept = {
  name: 'public-favicon',
  text: `
    select c.space_id as "spaceId", c.smart, f.content_type as "contentType", f.bytes, f.etag,
      c.smart is null and exists (
        select from bookmarks b join bookmark_collections l on l.bookmark_id = b.id and l.collection_id = c.id
        where ${ofHost}) as "isLinked"
    from collections c join accounts a on a.id = c.account_id left join favicons f on f.host = $2
    where c.id = $1 and ${isPublic}`,
};

/**
 * The icon that was kept of a site, for somebody who reads a public collection that links to it, or a drawn letter. The
 * site is not asked. Throws NOT_FOUND where the collection does not show a bookmark of this very host.
 */
export async function servePublicFavicon(deps: Deps, id: string, host: string): Promise<ServedFavicon> {
  const { rows } = await deps.db.$client.query<Kept>({ ...kept, values: [id, host] });
  const [found] = rows;
  if (!found || !(found.isLinked || (await isGathered(deps, found, id, host))))
    throw new Problem('NOT_FOUND');
  const { contentType, bytes, etag } = found;
  if (contentType === null || bytes === null || etag === null) {
    return { icon: letterFavicon(host), state: 'missing' };
  }
  return { icon: { contentType, bytes, etag }, state: 'found' };
}

async function isGathered(deps: Deps, { spaceId, smart }: Kept, id: string, host: string): Promise<boolean> {
  if (smart === null) return false;
  const gathered = await prepareSmart(deps.db, spaceId, smart.query, {
    now: deps.clock(),
    timeZone: 'UTC',
  });
  const parameters = new Parameters();
  const collection = parameters.add(id);
  parameters.add(host);
  const { rows } = await deps.db.$client.query(
    `select from collections c join bookmarks b on ${ofHost}
     where c.id = ${collection} and ${gathered.condition(parameters)} limit 1`,
    parameters.values,
  );
  return rows.length > 0;
}
