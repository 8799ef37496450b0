import { eq, sql } from 'drizzle-orm';
import type { AdminUserDetails, UpdateUserInput } from '@/lib/contract/admin';
import type { Actor, RequestContext } from '@/provider/actor';
import { inTransaction } from '@/provider/db/transaction';
import type { Executor } from '@/provider/db/client';
import { accounts, type AccountRow } from '@/provider/db/schema/accounts';
import type { ProviderDeps } from '@/provider/deps';
import { writeAudit, type AuditedChange } from '@/provider/modules/audit/audit';
import { presentUserDetails, type UserDetailsRow } from '@/provider/modules/admin/presenter';
import { userColumns } from '@/provider/modules/admin/user-list';
import { isAccountAdministrator, isActiveAdministrator, lockAdministrators } from '@/provider/policies';
import { Problem } from '@/provider/problem';
import { removeAccount } from '@/provider/modules/account/delete-account';
import { listSessions } from '@/provider/modules/auth/devices';
import { endSessions } from '@/provider/modules/auth/sessions';

type Config = ProviderDeps['config'];

/** Returns an account for an administrator. Throws NOT_FOUND. */
export async function getUser(
  deps: Pick<ProviderDeps, 'db' | 'clock' | 'config'>,
  { accountId }: Actor,
  uuid: string,
): Promise<AdminUserDetails> {
  const { rows } = await deps.db.execute<UserDetailsRow>(sql`
    select ${userColumns}, a.password_hash is not null as has_password,
      exists (select from billing b where b.account_id = a.id and b.entitled) as is_paying,
      (select coalesce(json_agg(json_build_object('provider', i.provider, 'email', i.email)), '[]')
        from identities i where i.account_id = a.id) as oauth,
      (select count(*)::integer from personal_tokens p where p.account_id = a.id) as personal_tokens,
      totals.*
    from accounts a join account_activity t on t.account_id = a.id, lateral (
      select coalesce(sum(s.trash_count), 0)::integer as trash,
        coalesce(sum(s.collection_count), 0)::integer as collections, count(*)::integer as spaces,
        coalesce(sum(s.stored_bytes), 0)
          + coalesce((select u.bytes from blob_usage u where u.account_id = a.id), 0) as stored_bytes
      from spaces s where s.account_id = a.id) totals
    where a.id = ${uuid}::uuid and a.email <> ''`);
  const [row] = rows;
  if (!row) throw new Problem('NOT_FOUND');
  return presentUserDetails(row, await listSessions(deps, uuid), deps.config, accountId);
}

interface Locked {
  target: AccountRow;
  /** Whether another active administrator exists. */
  hasOtherAdministrator: boolean;
}

/**
 * Locks the account together with the administrators. Throws NOT_FOUND for an unknown account, and if the caller is no
 * longer an administrator because of a concurrent change.
 */
async function lockTarget(tx: Executor, config: Config, actor: Actor, uuid: string): Promise<Locked> {
  const locked = await lockAdministrators(tx, config, uuid);
  const administrators = locked.filter((account) => isActiveAdministrator(account, config));
  const target = locked.find((account) => account.id === uuid && account.email !== '');
  if (!target || !administrators.some(({ id }) => id === actor.accountId)) throw new Problem('NOT_FOUND');
  return { target, hasOtherAdministrator: administrators.some(({ id }) => id !== uuid) };
}

type Update = Partial<Pick<AccountRow, 'plan' | 'emailVerifiedAt' | 'suspendedAt' | 'isAdmin'>>;

/** Returns the changes of an input to an account, and their audit log entries. */
function changesOf(
  target: AccountRow,
  { plan = target.plan, suspended, isAdmin = target.isAdmin, emailVerified }: UpdateUserInput,
  now: Date,
): { update: Update; changes: AuditedChange[] } {
  const update: Update = {};
  const changes: AuditedChange[] = [];
  if (plan !== target.plan) {
    update.plan = plan;
    changes.push({ action: 'plan', before: { plan: target.plan }, after: { plan } });
  }
  if (emailVerified && target.emailVerifiedAt === null) {
    update.emailVerifiedAt = now;
    changes.push({ action: 'verify', before: { emailVerified: false }, after: { emailVerified: true } });
  }
  const isSuspended = target.suspendedAt !== null;
  if (suspended !== undefined && suspended !== isSuspended) {
    update.suspendedAt = suspended ? now : null;
    changes.push({
      action: suspended ? 'suspend' : 'unsuspend',
      before: { suspended: isSuspended },
      after: { suspended },
    });
  }
  if (isAdmin !== target.isAdmin) {
    update.isAdmin = isAdmin;
    changes.push({
      action: isAdmin ? 'grantAdmin' : 'revokeAdmin',
      before: { isAdmin: target.isAdmin },
      after: { isAdmin },
    });
  }
  return { update, changes };
}

/**
 * Updates an account. A suspended account keeps its sessions and tokens, which are rejected from the next call on, so
 * that they work again after the suspension. Throws NOT_FOUND, OWN_ACCOUNT, CONFIGURED_ADMINISTRATOR or
 * LAST_ADMINISTRATOR.
 */
export async function updateUser(
  deps: ProviderDeps,
  actor: Actor,
  uuid: string,
  input: UpdateUserInput,
): Promise<AdminUserDetails> {
  const { db, clock, config } = deps;
  await inTransaction(db, async (tx) => {
    const { target, hasOtherAdministrator } = await lockTarget(tx, config, actor, uuid);
    const { update, changes } = changesOf(target, input, clock());
    if (changes.length === 0) return;
    const changed = { ...target, ...update };
    if (update.suspendedAt && uuid === actor.accountId) throw new Problem('OWN_ACCOUNT');
    if (update.isAdmin === false && isAccountAdministrator(changed, config)) {
      throw new Problem('CONFIGURED_ADMINISTRATOR');
    }
    const isRemoved = isActiveAdministrator(target, config) && !isActiveAdministrator(changed, config);
    if (isRemoved && !hasOtherAdministrator) throw new Problem('LAST_ADMINISTRATOR');
    await tx.update(accounts).set(update).where(eq(accounts.id, uuid));
    await writeAudit(tx, deps, { actorId: actor.accountId, targetId: uuid }, changes);
  });
  return getUser(deps, actor, uuid);
}

/** Deletes an account with everything that belongs to it, and mails its holder. Throws NOT_FOUND or OWN_ACCOUNT. */
export async function deleteUser(
  deps: ProviderDeps,
  actor: Actor,
  uuid: string,
  context: RequestContext,
): Promise<void> {
  if (uuid === actor.accountId) throw new Problem('OWN_ACCOUNT');
  await inTransaction(deps.db, async (tx) => {
    // The caller remains, so there is always another administrator.
    const { target } = await lockTarget(tx, deps.config, actor, uuid);
    const before = { plan: target.plan, suspended: target.suspendedAt !== null, isAdmin: target.isAdmin };
    const parties = { actorId: actor.accountId, targetId: uuid };
    await writeAudit(tx, deps, parties, [{ action: 'delete', before, after: {} }]);
    await removeAccount(tx, deps, target, context.locale);
  });
}

/** Ends every session of an account. Throws NOT_FOUND. */
export async function signOutUser(deps: ProviderDeps, actor: Actor, uuid: string): Promise<void> {
  const sessions = (await listSessions(deps, uuid)).length;
  await inTransaction(deps.db, async (tx) => {
    await lockTarget(tx, deps.config, actor, uuid);
    await endSessions(tx, deps, uuid);
    const parties = { actorId: actor.accountId, targetId: uuid };
    await writeAudit(tx, deps, parties, [
      { action: 'signOut', before: { sessions }, after: { sessions: 0 } },
    ]);
  });
}
