import fs from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import { v7 } from 'uuid';
import type { Log, SendMail } from '@/provider/deps';
import { messageOf } from '@/provider/integrations/mail/message';

interface OutboxOptions {
  readonly from: string;
  readonly folder: string;
  readonly log: Log;
}

/** Keeps each mail as a file that any mail program opens, and tells the log its code: no server is needed to try it. */
export function createOutbox({ from, folder, log }: OutboxOptions): SendMail {
  const composer = createTransport({ streamTransport: true, buffer: true });
  return async (mail) => {
    const { message } = await composer.sendMail(messageOf(mail, from));
    await fs.mkdir(folder, { recursive: true, mode: 0o700 });
    const file = path.join(folder, `${v7()}.eml`);
    await fs.writeFile(file, message as Buffer, { mode: 0o600, flag: 'wx' });
    log.info(
      { file, ...(mail.code !== undefined && { code: mail.code }) },
      'a mail was kept, for want of a mail server',
    );
  };
}
