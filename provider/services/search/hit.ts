/** A bookmark that answers: how well, and what orders those that answer equally well. */
export interface Hit {
  id: string;
  /** 1 is best. */
  tier: number;
  /** Values of the keys of the order, as the database prints them, in UTC. */
  keys: string[];
}

/** A place in the order of results: behind this hit; null before the first. */
export type Place = Hit | null;

export interface Statement {
  text: string;
  values: unknown[];
}
