import fs from 'node:fs/promises';
import path from 'node:path';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { v7 } from 'uuid';
import type { Log, OutgoingMail, SendMail } from '@/provider/deps';

// A line break would begin another header; the other controls have no business in a name or a subject either.
const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

/** A mail as the library takes it. Nothing is read from files or fetched for it, whatever it says. */
const messageOf = ({ to, subject, text, html }: OutgoingMail, from: string): SendMailOptions => ({
  from,
  to: { name: oneLine(to.name), address: oneLine(to.address) },
  subject: oneLine(subject),
  text,
  html,
  // Prevents out-of-office replies.
  headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
  disableFileAccess: true,
  disableUrlAccess: true,
});

interface OutboxOptions {
  readonly from: string;
  readonly folder: string;
  readonly log: Log;
}

/** Writes each mail to a file that any mail program opens, and its code to the log: no mail server is needed to try it. */
function createOutbox({ from, folder, log }: OutboxOptions): SendMail {
  const composer = createTransport({ streamTransport: true, buffer: true });
  return async (mail) => {
    const { message } = await composer.sendMail(messageOf(mail, from));
    await fs.mkdir(folder, { recursive: true, mode: 0o700 });
    const file = path.join(folder, `${v7()}.eml`);
    // Renamed once it is complete: a program that watches the folder never reads half a mail.
    await fs.writeFile(`${file}.part`, message as Buffer, { mode: 0o600, flag: 'wx' });
    await fs.rename(`${file}.part`, file);
    log.info(
      { file, ...(mail.code !== undefined && { code: mail.code }) },
      'no mail server is configured: mail written to a file',
    );
  };
}

/** Shorter than the first pause between two attempts, so that no mail is under way twice. */
const timeouts = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
  dnsTimeout: 10_000,
};

/** Sends by a mail server, on a connection for each mail: few are sent, and none then waits for a dead connection. */
function createSmtp({ url, from }: { url: string; from: string }): SendMail {
  const transport = createTransport({ url, ...timeouts });
  return async (mail) => {
    await transport.sendMail(messageOf(mail, from));
  };
}

export interface MailSettings {
  /** Null: mails are written to `outbox`. */
  readonly smtpUrl: string | null;
  /** Sender, in the format of a header. */
  readonly from: string;
  /** Folder of mails that are not sent. */
  readonly outbox: string;
}

/** Sends mails by the configured server, or writes them to a folder. */
export const createSendMail = ({ smtpUrl, from, outbox }: MailSettings, log: Log): SendMail =>
  smtpUrl === null ? createOutbox({ from, folder: outbox, log }) : createSmtp({ url: smtpUrl, from });
