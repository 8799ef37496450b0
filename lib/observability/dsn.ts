/** What a DSN of Sentry, or of a server that speaks its protocol, says. */
export interface Dsn {
  /** As the SDK writes it into envelopes. */
  text: string;
  /** Where envelopes go. */
  envelopeUrl: string;
}

/** Reads `https://key@host/project`; null for anything else. */
export function parseDsn(dsn: string): Dsn | null {
  const url = URL.parse(dsn);
  const parts = /^(?<path>(?:\/[\w.-]+)*)\/(?<project>\d+)$/.exec(url?.pathname ?? '')?.groups;
  if (!url || !parts || !/^\w+$/.test(url.username) || !/^https?:$/.test(url.protocol)) return null;
  const { path = '', project = '' } = parts;
  const { protocol, username, host } = url;
  return {
    text: `${protocol}//${username}@${host}${path}/${project}`,
    envelopeUrl: `${protocol}//${host}${path}/api/${project}/envelope/?sentry_key=${username}&sentry_version=7`,
  };
}
