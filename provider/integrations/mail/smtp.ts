import { createTransport } from 'nodemailer';
import type { SendMail } from '@/provider/deps';
import { messageOf } from '@/provider/integrations/mail/message';

/** Shorter than the first pause between two attempts, so that no mail is under way twice. */
const patience = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
  dnsTimeout: 10_000,
};

/** Sends by a mail server, on a connection for each mail: few are sent, and none then waits for a dead connection. */
export function createSmtp({ url, from }: { url: string; from: string }): SendMail {
  const transport = createTransport({ url, ...patience });
  return async (mail) => {
    await transport.sendMail(messageOf(mail, from));
  };
}
