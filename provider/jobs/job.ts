import type { ProviderDeps } from '@/provider/deps';

/** Ends a piece of background work; resolves when what was under way is done. */
export type StopJob = () => Promise<void>;

/** Background work that comes back. Running it twice, or in two processes at once, does no harm. */
export interface Job {
  /** Name of its queue. */
  readonly name: string;
  /** When it comes back, in UTC. */
  readonly cron: string;
  /** Does what there is to do; what fails is tried again when it comes back. */
  readonly run: () => Promise<void>;
  /** Ends what goes on in this process after `run`. */
  readonly stop?: StopJob;
}

export type MakeJob = (deps: ProviderDeps) => Job;
