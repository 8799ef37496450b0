import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import type { AddressInfo } from 'node:net';

export interface ReceivedMail {
  readonly from: string;
  readonly to: string[];
  /** Headers and body as received. */
  readonly raw: string;
}

export interface MailServer {
  readonly url: string;
  readonly received: ReceivedMail[];
  /** SMTP status with which mails are rejected; null accepts them. */
  refusal: number | null;
  close(): Promise<void>;
}

/** Starts a mail server on loopback that accepts every message. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    ...options,
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (mailServer.refusal !== null) {
          done(Object.assign(new Error('refused'), { responseCode: mailServer.refusal }));
          return;
        }
        received.push({
          from: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
          to: envelope.rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString('latin1'),
        });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const mailServer: MailServer = {
    url: `smtp://127.0.0.1:${port}`,
    received,
    refusal: null,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return mailServer;
}
