import fs from 'node:fs/promises';
import path from 'node:path';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { v7 } from 'uuid';
import type { Log, OutgoingMail, SendMail } from '@/provider/deps';

// A line break would start another header; other control characters are invalid in a name or a subject.
const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

/** Converts a mail for the library. Access to files and URLs is disabled, regardless of its content. */
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

/** Writes each mail to a file that mail programs can open, and logs its code: a trial needs no mail server. */
function createOutbox({ from, folder, log }: OutboxOptions): SendMail {
  const composer = createTransport({ streamTransport: true, buffer: true });
  return async (mail) => {
    const { message } = await composer.sendMail(messageOf(mail, from));
    await fs.mkdir(folder, { recursive: true, mode: 0o700 });
    const file = path.join(folder, `${v7()}.eml`);
    // Renamed once it is complete: a program that watches the folder never reads a partial mail.
    await fs.writeFile(`${file}.part`, message as Buffer, { mode: 0o600, flag: 'wx' });
    await fs.rename(`${file}.part`, file);
    log.info(
      { file, ...(mail.code !== undefined && { code: mail.code }) },
      'no mail server is configured: mail written to a file',
    );
  };
}

/** Shorter than the first retry delay, so that no mail is sent twice concurrently. */
const timeouts = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
  dnsTimeout: 10_000,
};

/** Sends through a mail server, with a connection per mail: mails are rare, and a dead connection cannot block them. */
function createSmtp({ url, from }: { url: string; from: string }): SendMail {
  const transport = createTransport({ url, ...timeouts });
  return async (mail) => {
    await transport.sendMail(messageOf(mail, from));
  };
}

export interface MailSettings {
  /** Null writes mails to `outbox`. */
  readonly smtpUrl: string | null;
  /** Sender, in the format of a header. */
  readonly from: string;
  /** Folder for mails if no server is configured. */
  readonly outbox: string;
}

/** Creates the function that sends mails through the configured server, or writes them to a folder. */
export const createSendMail = ({ smtpUrl, from, outbox }: MailSettings, log: Log): SendMail =>
  smtpUrl === null ? createOutbox({ from, folder: outbox, log }) : createSmtp({ url: smtpUrl, from });
