import type { Language } from '@/lib/contract/schemas/account';
import type { Executor } from '@/provider/db/client';
import { mails, type AccountRow } from '@/provider/db/schema/accounts';
import type { ProviderDeps } from '@/provider/deps';
import { sealLetter, type Letter, type MailContent } from '@/provider/services/mails/letter';
import { newId } from '@/provider/services/new-id';

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
  /** Null where there is nobody to write to: see [Note: Same work for nobody]. */
  letter: Letter | null;
  accountId: string | null;
  /** When sending it becomes pointless. */
  expiresAt?: Date;
}

/** Puts a mail where the mail job finds it, in the transaction of what it reports. The mail server is not asked. */
export async function postMail(
  tx: Executor,
  { clock, config }: Pick<ProviderDeps, 'clock' | 'config'>,
  { letter, accountId, expiresAt }: Posting,
): Promise<void> {
  const now = clock();
  await tx.insert(mails).values({
    id: newId(),
    accountId,
    sealed: letter && sealLetter(config.secret, letter),
    createdAt: now,
    dueAt: now,
    expiresAt: expiresAt ?? new Date(now.getTime() + newsMs),
  });
}
