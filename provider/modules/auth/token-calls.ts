import { and, count, desc, eq, lt, sql } from 'drizzle-orm';
import type { TokenCall } from '@/lib/contract/tokens';
import { serviceLimits } from '@/lib/contract/service-limits';
import { describeError } from '@/lib/observability/describe-error';
import type { Actor, TokenActor } from '@/provider/actor';
import { executePrepared, inline, newId } from '@/provider/db/client';
import { personalTokens, tokenCalls } from '@/provider/db/schema/accounts';
import type { ProviderDeps } from '@/provider/deps';
import type { QueryOf } from '@/provider/middleware/handler';
import { decodeCursor, describePage, encodeCursor, type CursorScope } from '@/provider/pagination';
import { Problem } from '@/provider/problem';

const dayMs = 24 * 60 * 60_000;

/**
 * Records a call of an assistant, and deletes the oldest ones beyond the limit of the token. A failure is logged: the
 * call itself has succeeded.
 */
export async function recordTokenCall(
  { db, clock, log }: Pick<ProviderDeps, 'db' | 'clock' | 'log'>,
  { accountId, token: { id: tokenId } }: TokenActor,
  { tool, rows, problem }: { tool: string; rows: number; problem: string | null },
): Promise<void> {
  try {
    await executePrepared(
      db,
      'record-token-call',
      sql`with crowded_out as (
          delete from token_calls where account_id = ${accountId} and id in (
            select id from token_calls where account_id = ${accountId} and token_id = ${tokenId}
            order by id desc offset ${inline(serviceLimits.tokenCalls - 1)})
        )
        insert into token_calls (account_id, id, token_id, tool, rows, problem, created_at)
        select t.account_id, ${newId()}::uuid, t.id, ${tool}::text, ${rows}::integer, ${problem}::text, ${clock()}::timestamptz
        from personal_tokens t where t.id = ${tokenId} and t.account_id = ${accountId}`,
    );
  } catch (error) {
    log.error({ error: describeError(error) }, 'a call of an assistant was not recorded');
  }
}

/** Returns a page of the calls of a token, newest first. Throws NOT_FOUND for a token of another account. */
export async function listTokenCalls(
  { db, config }: Pick<ProviderDeps, 'db' | 'config'>,
  { accountId }: Actor,
  tokenId: string,
  query: QueryOf<'account.tokenCalls'>,
) {
  const { cursor, page = 1, size } = query;
  const [token] = await db
    .select({ id: personalTokens.id })
    .from(personalTokens)
    .where(and(eq(personalTokens.accountId, accountId), eq(personalTokens.id, tokenId)));
  if (!token) throw new Problem('NOT_FOUND');
  const scope: CursorScope = { secret: config.secret, list: ['token-calls', tokenId] };
  const after = cursor === undefined ? null : String(decodeCursor(scope, cursor)[0]);
  const isOfToken = and(eq(tokenCalls.accountId, accountId), eq(tokenCalls.tokenId, tokenId));
  const rows = await db
    .select()
    .from(tokenCalls)
    .where(and(isOfToken, after === null ? undefined : lt(tokenCalls.id, after)))
    .orderBy(desc(tokenCalls.id))
    .offset(after === null ? (page - 1) * size : 0)
    .limit(size + 1);
  const [counted] = await db.select({ total: count() }).from(tokenCalls).where(isOfToken);
  const shown = rows.slice(0, size);
  const last = shown.at(-1);
  const next = rows.length > size && last ? encodeCursor(scope, [last.id]) : null;
  const content = shown.map(({ id, tool, rows: affected, problem, createdAt }): TokenCall => ({
    uuid: id,
    tool,
    rows: affected,
    problem,
    createdAt: createdAt.toISOString(),
  }));
  return { content, pagination: describePage(query, counted?.total ?? 0, next) };
}

/** Deletes calls that are older than the retention period. */
export async function purgeTokenCalls({ db, clock }: Pick<ProviderDeps, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock().getTime() - serviceLimits.tokenCallDays * dayMs);
  await db.delete(tokenCalls).where(lt(tokenCalls.createdAt, before));
}
