import type { Log, SendMail } from '@/provider/deps';
import { createOutbox } from '@/provider/integrations/mail/outbox';
import { createSmtp } from '@/provider/integrations/mail/smtp';

export interface MailSettings {
  /** Null: mails are kept in `outbox`. */
  readonly smtpUrl: string | null;
  /** Sender, as it stands in a header. */
  readonly from: string;
  /** Folder of mails that nothing sends. */
  readonly outbox: string;
}

/** The way out for mails: the configured server, or a folder. */
export const createSendMail = ({ smtpUrl, from, outbox }: MailSettings, log: Log): SendMail =>
  smtpUrl === null ? createOutbox({ from, folder: outbox, log }) : createSmtp({ url: smtpUrl, from });
