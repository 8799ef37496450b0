interface Line {
  time: string;
  level: string;
  part?: string;
  msg?: string;
  err?: { stack?: string };
  [field: string]: unknown;
}

/** Turns one JSON line of the log into text for a terminal. Control characters stay escaped. */
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
