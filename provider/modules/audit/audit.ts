import { and, count, desc, eq, lt, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import type { AuditEntry, AuditPage, AuditQuery } from '@/lib/contract/admin';
import { newId, type Executor } from '@/provider/db/client';
import { accounts } from '@/provider/db/schema/accounts';
import { auditLog } from '@/provider/db/schema/admin';
import type { ProviderDeps } from '@/provider/deps';
import { decodeCursor, describePage, encodeCursor, type CursorScope } from '@/provider/pagination';

const dayMs = 24 * 60 * 60_000;

/** A change as written to the audit log. */
export type AuditedChange = Pick<AuditEntry, 'action' | 'before' | 'after'>;

interface Parties {
  actorId: string;
  /** Null if the change does not concern an account. */
  targetId: string | null;
}

/** Writes changes to the audit log, in the transaction of the changes. */
export async function writeAudit(
  tx: Executor,
  { clock }: Pick<ProviderDeps, 'clock'>,
  parties: Parties,
  changes: readonly AuditedChange[],
): Promise<void> {
  if (changes.length === 0) return;
  const createdAt = clock();
  await tx
    .insert(auditLog)
    .values(changes.map((change) => ({ ...change, ...parties, id: newId(), createdAt })));
}

/** Stores the address of an account that is about to be deleted in the entries about it and by it. */
export async function keepAddressInAudit(
  tx: Executor,
  { id, email }: { id: string; email: string },
): Promise<void> {
  await tx.update(auditLog).set({ targetEmail: email }).where(eq(auditLog.targetId, id));
  await tx.update(auditLog).set({ actorEmail: email }).where(eq(auditLog.actorId, id));
}

/** Returns a page of the audit log, newest first. */
export async function listAudit(
  { db, config }: Pick<ProviderDeps, 'db' | 'config'>,
  query: z.output<typeof AuditQuery>,
): Promise<z.input<typeof AuditPage>> {
  const { user, actor, action, cursor, page = 1, size } = query;
  const scope: CursorScope = {
    secret: config.secret,
    list: ['admin.audit', user ?? null, actor ?? null, action ?? null],
  };
  const after = cursor === undefined ? null : decodeCursor(scope, cursor);
  const filters = and(
    user === undefined ? undefined : eq(auditLog.targetId, user),
    actor === undefined ? undefined : eq(auditLog.actorId, actor),
    action === undefined ? undefined : eq(auditLog.action, action),
  );
  const position = after
    ? sql`(${auditLog.createdAt}, ${auditLog.id}) < (${after[0]}::timestamptz, ${after[1]}::uuid)`
    : undefined;
  const actors = alias(accounts, 'actors');
  const targets = alias(accounts, 'targets');
  const rows = await db
    .select({ entry: auditLog, actorEmail: actors.email, targetEmail: targets.email })
    .from(auditLog)
    .leftJoin(actors, eq(actors.id, auditLog.actorId))
    .leftJoin(targets, eq(targets.id, auditLog.targetId))
    .where(and(filters, position))
    .orderBy(desc(auditLog.createdAt), desc(auditLog.id))
    .offset(after ? 0 : (page - 1) * size)
    .limit(size + 1);
  const [counted] = await db.select({ total: count() }).from(auditLog).where(filters);
  const content = rows.slice(0, size).map(({ entry, actorEmail, targetEmail }): AuditEntry => ({
    uuid: entry.id,
    createdAt: entry.createdAt.toISOString(),
    actor: presentParty(entry.actorId, actorEmail, entry.actorEmail),
    target: entry.targetId === null ? null : presentParty(entry.targetId, targetEmail, entry.targetEmail),
    action: entry.action,
    before: entry.before,
    after: entry.after,
  }));
  const last = content.at(-1);
  const next = rows.length > size && last ? encodeCursor(scope, [last.createdAt, last.uuid]) : null;
  return {
    content,
    pagination: describePage(query, counted?.total ?? 0, next),
    retentionDays: config.auditDays,
  };
}

/** `email` is null for a deleted account. */
const presentParty = (uuid: string, email: string | null, lastEmail: string | null) => ({
  uuid,
  email: email ?? lastEmail,
  isDeleted: email === null,
});

/** Deletes entries that are older than the retention period. */
export async function purgeAudit({
  db,
  clock,
  config,
}: Pick<ProviderDeps, 'db' | 'clock' | 'config'>): Promise<void> {
  const before = new Date(clock().getTime() - config.auditDays * dayMs);
  await db.delete(auditLog).where(lt(auditLog.createdAt, before));
}
