import type { ProviderDeps } from '@/provider/deps';

/** Ends a piece of background work; resolves when what was under way is done. */
export type StopJob = () => Promise<void>;

/** A piece of background work of this process. */
export type StartJob = (deps: ProviderDeps) => StopJob | Promise<StopJob>;
