import { eq, lte, sql } from 'drizzle-orm';
import type { Language } from '@/lib/contract/account';
import { describeError } from '@/lib/observability/describe-error';
import { newId, type Executor } from '@/provider/db/client';
import { mails, type AccountRow } from '@/provider/db/schema/accounts';
import type { ProviderDeps } from '@/provider/deps';
import { sendMissingRowJobs, sendRowJob, type MakeJob, type RowJob } from '@/provider/jobs/queues';
import {
  composeMail,
  decryptLetter,
  encryptLetter,
  type Letter,
  type MailContent,
} from '@/provider/modules/mail/templates';

const dayMs = 24 * 60 * 60_000;
/** Default lifetime of a mail; later it is no longer relevant. */
const defaultLifetimeMs = 3 * dayMs;

type Reader = Pick<AccountRow, 'id' | 'email' | 'firstName' | 'preferences'>;

/** Creates a letter to an account holder, in the preferred language or else that of the request. */
export const letterTo = (account: Reader, content: MailContent, locale: Language): Letter => ({
  to: { name: account.firstName, address: account.email },
  locale: account.preferences.language ?? locale,
  content,
});

export interface Posting {
  /** Null without a recipient: see [Note: Same work for unknown addresses]. */
  letter: Letter | null;
  accountId: string | null;
  /** Time after which the mail is not sent any more. */
  expiresAt?: Date;
}

/**
 * Stores a mail and sends its job, in the transaction that it reports on: the worker starts after the commit. A slow or
 * unavailable mail server does not delay requests.
 */
export async function queueMail(
  tx: Executor,
  deps: Pick<ProviderDeps, 'db' | 'clock' | 'config'>,
  { letter, accountId, expiresAt }: Posting,
): Promise<void> {
  const now = deps.clock();
  const id = newId();
  await tx.insert(mails).values({
    id,
    accountId,
    encrypted: letter && encryptLetter(deps.config.secret, letter),
    createdAt: now,
    expiresAt: expiresAt ?? new Date(now.getTime() + defaultLifetimeMs),
  });
  await sendRowJob(tx, deps, 'mails', id);
}

/** Sends a stored mail, unless it has been deleted or has expired. Throws when the mail server rejects it. */
async function sendStoredMail(
  { db, clock, config, log, sendMail }: ProviderDeps,
  { id, attempt }: RowJob,
): Promise<void> {
  const [mail] = await db.select().from(mails).where(eq(mails.id, id));
  if (!mail) return;
  const isExpired = mail.expiresAt <= clock();
  const letter = mail.encrypted && decryptLetter(config.secret, mail.encrypted);
  if (mail.encrypted && !letter)
    log.error({ mail: id }, 'mail dropped: it was encrypted with another secret');
  if (letter && !isExpired) {
    await sendMail(composeMail(letter, config)).catch((error: unknown) => {
      // Messages of a mail server can contain the recipient's address.
      const { name, code } = describeError(error);
      log.warn({ mail: id, kind: letter.content.kind, attempt, name, code }, 'a mail could not be sent');
      throw new Error(`The mail server did not take the mail: ${String(code ?? name)}.`);
    });
  }
  await db.delete(mails).where(eq(mails.id, id));
}

/** Deletes expired mails, and sends missing jobs of the others. */
async function recoverMails({ db, clock }: ProviderDeps): Promise<void> {
  await db.delete(mails).where(lte(mails.expiresAt, clock()));
  await sendMissingRowJobs(db, 'mails', sql`select id from mails`);
}

export const mailJob: MakeJob = (deps) => ({
  name: 'mails',
  cron: '* * * * *',
  run: () => recoverMails(deps),
  work: (job) => sendStoredMail(deps, job),
});
