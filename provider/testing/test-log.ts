import type { Log } from '@/provider/deps';

export interface LogLine {
  level: keyof Log;
  message: string;
  fields: Record<string, unknown>;
}

/** Creates a log that stores its lines. */
export function createTestLog(): { log: Log; lines: LogLine[] } {
  const lines: LogLine[] = [];
  const at =
    (level: keyof Log) =>
    (fields: Record<string, unknown>, message: string): void => {
      lines.push({ level, message, fields });
    };
  return { log: { info: at('info'), warn: at('warn'), error: at('error') }, lines };
}
