import type { PageFailure } from '@/provider/deps';

/** Why a fetch failed. For logs only: an answer that depends on it would be a port scanner. */
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

/** Internal to the fetcher: carries the reason up to the one place that logs it and answers null. */
export class Refusal extends Error {
  constructor(
    readonly reason: FailureReason,
    /** What the site answered, where that is the reason. */
    readonly status = 0,
  ) {
    super(reason);
    this.name = 'Refusal';
  }
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

/** What a part of the program that has to act on a failure may know of it. */
export function failureOf({ reason, status }: Refusal): PageFailure {
  return reason === 'status' ? { kind: 'status', status } : { kind: kinds[reason] };
}
