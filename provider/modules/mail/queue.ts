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
/** What is not sent by then is no news any more. */
const newsMs = 3 * dayMs;

type Reader = Pick<AccountRow, 'id' | 'email' | 'firstName' | 'preferences'>;

/** A letter to an account holder, in the language of their choice or else of the request. */
export const letterTo = (account: Reader, content: MailContent, locale: Language): Letter => ({
  to: { name: account.firstName, address: account.email },
  locale: account.preferences.language ?? locale,
  content,
});

export interface Posting {
  /** Null where there is no recipient: see [Note: Same work for unknown addresses]. */
  letter: Letter | null;
  accountId: string | null;
  /** When sending it becomes pointless. */
  expiresAt?: Date;
}

/**
 * Stores a mail and sends its job, in the transaction of what it reports: the worker starts when that is committed. A mail
 * server that is slow or away delays no request.
 */
export async function postMail(
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
    expiresAt: expiresAt ?? new Date(now.getTime() + newsMs),
  });
  await sendRowJob(tx, deps, 'mails', id);
}

/** Sends a stored mail, unless it was deleted or has expired meanwhile. Throws when the mail server does not take it. */
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
      // The words of a mail server can repeat the address that they are about.
      const { name, code } = describeError(error);
      log.warn({ mail: id, kind: letter.content.kind, attempt, name, code }, 'a mail could not be sent');
      throw new Error(`The mail server did not take the mail: ${String(code ?? name)}.`);
    });
  }
  await db.delete(mails).where(eq(mails.id, id));
}

/** Deletes expired mails, and sends the jobs of those that have none. */
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
