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
  constructor(readonly reason: FailureReason) {
    super(reason);
    this.name = 'Refusal';
  }
}
