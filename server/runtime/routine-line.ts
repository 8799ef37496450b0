const ROUTINE = [
  'starting PostgreSQL',
  'listening on Unix socket',
  'database system was shut down',
  'database system is ready',
  'received fast shutdown request',
  'aborting any active transactions',
  'background worker .* exited',
  'shutting down$',
  'database system is shut down',
  'checkpoint (?:starting|complete)',
  'terminating connection due to administrator command',
  '^creating the database$',
];

const PATTERN = new RegExp(ROUTINE.join('|'));

/** Whether a line of the database's log belongs to any start and stop, and would only hide the others. */
export function routineLine(line: string): boolean {
  return PATTERN.test(line);
}
