import type { ProviderDeps } from '@/provider/deps';
import { describeError } from '@/lib/observability/describe-error';
import { composeMail } from '@/provider/services/mails/compose-mail';
import { openLetter } from '@/provider/services/mails/letter';

type Deps = Pick<ProviderDeps, 'db' | 'clock' | 'log' | 'config' | 'sendMail'>;

interface Due {
  id: string;
  sealed: Buffer | null;
  attempts: number;
}

const firstPauseMs = 60_000;
const longestPauseMs = 60 * 60_000;

/** After so many attempts a pause doubles no further. */
const pauseMs = (attempts: number): number => Math.min(firstPauseMs * 2 ** attempts, longestPauseMs);

// Taking a mail up puts it off by a pause, so that no other process takes it meanwhile, nor loses it if this one dies.
const takeUp = `
  update mails m set attempts = attempts + 1,
    due_at = $1::timestamptz + least($2::float8 * 2 ^ least(m.attempts, 20), $3::float8) * interval '1 millisecond'
  where id = (select id from mails where due_at <= $1 order by due_at limit 1 for update skip locked)
  returning id, sealed, attempts::int as attempts`;

/**
 * Sends mails that wait in the table. Whatever accepts a call only puts a row there: a mail server that is slow or away
 * holds nobody up, and what it did not take is tried again, later each time, until it is no news any more.
 */
export class MailQueue {
  private isStarted = false;
  private underWay: Promise<void> | null = null;
  private isAwake = false;

  constructor(private readonly deps: Deps) {}

  start(): void {
    this.isStarted = true;
    this.wake();
  }

  /** Begins no further mail; resolves when the one that is under way is done. */
  async stop(): Promise<void> {
    this.isStarted = false;
    await this.underWay;
  }

  /** Says that there may be something to send. Does nothing in a process that runs no jobs: another one looks. */
  wake(): void {
    this.isAwake = true;
    if (!this.isStarted) return;
    this.underWay ??= this.run().finally(() => {
      this.underWay = null;
      // Somebody called in the moment between the last look and this.
      if (this.isAwake) this.wake();
    });
  }

  /** Sends what is due now; resolves when nothing is, or nothing more is wanted. A mail that cannot be sent is logged and put off. */
  async deliver(isWanted: () => boolean = () => true): Promise<void> {
    const { db, clock } = this.deps;
    await db.$client.query('delete from mails where expires_at <= $1', [clock()]);
    while (isWanted()) {
      const { rows } = await db.$client.query<Due>(takeUp, [clock(), firstPauseMs, longestPauseMs]);
      const due = rows[0];
      if (!due) return;
      await this.send(due);
    }
  }

  private async run(): Promise<void> {
    while (this.isAwake && this.isStarted) {
      this.isAwake = false;
      await this.deliver(() => this.isStarted).catch((error: unknown) => {
        this.deps.log.warn({ error: describeError(error) }, 'looking for mails failed, it is tried again');
      });
    }
  }

  private async send({ id, sealed, attempts }: Due): Promise<void> {
    const { db, config, log, sendMail } = this.deps;
    const letter = sealed && openLetter(config.secret, sealed);
    if (sealed && !letter) log.error({ mail: id }, 'a mail was sealed with another secret and is dropped');
    if (letter) {
      try {
        await sendMail(composeMail(letter, config));
      } catch (error) {
        // The words of a mail server can repeat the address that they are about.
        const { name, code } = describeError(error);
        const nextInSeconds = pauseMs(attempts - 1) / 1000;
        log.warn(
          { mail: id, kind: letter.content.kind, attempts, nextInSeconds, name, code },
          'a mail could not be sent',
        );
        return;
      }
    }
    await db.$client.query('delete from mails where id = $1', [id]);
  }
}

const queues = new WeakMap<object, MailQueue>();

/** The queue of the provider that these dependencies belong to. */
export function mailQueue(deps: Deps): MailQueue {
  const known = queues.get(deps.db);
  if (known !== undefined) return known;
  const queue = new MailQueue(deps);
  queues.set(deps.db, queue);
  return queue;
}
