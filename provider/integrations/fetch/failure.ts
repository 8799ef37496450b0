import { Busy } from '@/lib/utils/limiter';
import type { PageFailure } from '@/provider/deps';

/** Why a fetch failed. For logs only: a response that depends on it would allow port scanning. */
export type FailureReason =
  | 'url'
  | 'address'
  | 'name'
  | 'connection'
  | 'redirect'
  | 'status'
  | 'type'
  | 'encoding'
  | 'size'
  | 'busy'
  | 'remembered';

/** Internal to the fetcher: passes the reason to the caller that logs it and returns null. */
export class Refusal extends Error {
  constructor(
    readonly reason: FailureReason,
    /** Status of the response, if that is the reason. */
    readonly status = 0,
  ) {
    super(reason);
    this.name = 'Refusal';
  }
}

/** Returns the reason of an error; an unknown one is a failure of the connection. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  return new Refusal(error instanceof Busy ? 'busy' : 'connection');
}

const kinds: Readonly<Record<Exclude<FailureReason, 'status'>, Exclude<PageFailure['kind'], 'status'>>> = {
  url: 'forbidden',
  address: 'forbidden',
  redirect: 'forbidden',
  name: 'unreachable',
  connection: 'unreachable',
  type: 'unfit',
  encoding: 'unfit',
  size: 'unfit',
  busy: 'later',
  remembered: 'later',
};

/** Returns the part of a failure that other modules may act on. */
export function failureOf({ reason, status }: Refusal): PageFailure {
  return reason === 'status' ? { kind: 'status', status } : { kind: kinds[reason] };
}
