/** Parsed DSN of Sentry or of a compatible server. */
export interface Dsn {
  /** The DSN as the SDK writes it into envelopes. */
  text: string;
  /** URL to which envelopes are sent. */
  envelopeUrl: string;
}

/** Parses `https://key@host/project`; null for anything else. */
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
