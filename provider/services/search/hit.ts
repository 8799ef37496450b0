/** A bookmark that answers: how well, and its date, which orders those that answer equally well. */
export interface Hit {
  id: string;
  /** 1 is best. */
  tier: number;
  /** As the database prints it, in UTC. */
  createdAt: string;
}

/** A place in the order of results: behind this hit; null before the first. */
export type Place = Hit | null;

export interface Statement {
  text: string;
  values: unknown[];
}
