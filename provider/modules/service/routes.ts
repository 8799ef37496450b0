import { sql } from 'drizzle-orm';
import { apiRevision } from '@/lib/contract/limits';
import { inTime } from '@/provider/modules/service/database-watch';
import { databaseUnavailable } from '@/provider/middleware/problems';
import type { Handlers } from '@/provider/middleware/handler';
import { buildOpenApi } from '@/provider/modules/service/openapi';

/** Timeout of the database in a health check, so that a load balancer does not wait for a database that hangs. */
const healthMs = 1_500;

let published: { version: string; text: string } | undefined;

/** Returns the OpenAPI document. It is built on first use, which takes some milliseconds, and then cached. */
function openApiText(version: string): string {
  if (published?.version !== version) published = { version, text: JSON.stringify(buildOpenApi(version)) };
  return published.text;
}

export const service: Handlers<'service.health' | 'service.openapi'> = {
  'service.health': async ({ deps }) => {
    const answer = await inTime(deps.db.execute(sql`select 1`), healthMs);
    if (answer === null) throw databaseUnavailable();
    const { version } = deps.config;
    return {
      status: 200,
      body: { status: 'ok', product: 'markwell', version, revision: apiRevision, database: 'ok' },
    };
  },

  'service.openapi': ({ deps }) =>
    Promise.resolve({
      status: 200,
      body: openApiText(deps.config.version),
      headers: { 'content-type': 'application/json; charset=utf-8' },
    }),
};
