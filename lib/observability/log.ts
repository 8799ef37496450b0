import pino from 'pino';
import { formatForPeople } from './format-for-people';
import { describeError } from './describe-error';

/** What code may say to the operator. Fields come first, the message is constant text. */
export interface Log {
  info(fields: Record<string, unknown>, message: string): void;
  warn(fields: Record<string, unknown>, message: string): void;
  error(fields: Record<string, unknown>, message: string): void;
}

/** Names whose values never reach a log, one level deep. Deeper objects have no business in one. */
const SECRET_FIELDS = ['password', 'token', 'secret', 'authorization', 'cookie', 'cipher', 'hint'];

const root = pino(
  {
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (level) => ({ level }) },
    serializers: { err: describeError },
    redact: SECRET_FIELDS.flatMap((name) => [name, `*.${name}`]),
  },
  process.stdout.isTTY
    ? { write: (line: string) => process.stdout.write(formatForPeople(line)) }
    : process.stdout,
);

/** A log whose lines carry the name of the part that writes them: one JSON object a line, or text in a terminal. */
export function createLog(part: string): Log {
  return root.child({ part });
}
