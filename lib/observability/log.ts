import pino from 'pino';
import { describeError } from './describe-error';

interface Line {
  time: string;
  level: string;
  part?: string;
  msg?: string;
  err?: { stack?: string };
  [field: string]: unknown;
}

/** Formats one JSON log line as text for a terminal. Control characters stay escaped. */
export function formatForPeople(json: string): string {
  const { time, level, part = '', msg = '', err, ...fields } = JSON.parse(json) as Line;
  const shown = Object.entries(fields).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  const head = [time.slice(11, 19), level.padEnd(5), part, printable(msg), ...shown]
    .filter(Boolean)
    .join(' ');
  const stack = err?.stack?.split('\n').map(printable).join('\n');
  return stack === undefined ? `${head}\n` : `${head}\n${stack}\n`;
}

function printable(text: string): string {
  return JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"');
}

/** Log interface. Fields come first; the message is constant text. */
export interface Log {
  info(fields: Record<string, unknown>, message: string): void;
  warn(fields: Record<string, unknown>, message: string): void;
  error(fields: Record<string, unknown>, message: string): void;
}

/** Fields that are redacted, up to one level deep. Deeper objects must not be logged. */
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

/** Creates a log whose lines include the component name: one JSON object per line, or text in a terminal. */
export function createLog(part: string): Log {
  return root.child({ part });
}
