import { productionWarnings, type ServerEnv } from '@/lib/env/server-env';

/** Returns the lines that the operator sees once the app is ready. */
export function greeting(env: ServerEnv): string[] {
  const ready = `Markwell is ready: ${env.appUrl}`;
  if (env.apiUrl !== null) {
    return [
      ready,
      `Accounts and bookmarks are those of the service at ${env.apiUrl}: no database was started here. Ctrl+C stops.`,
      ...productionWarnings(env),
    ];
  }
  return [
    ready,
    'Open it and register; the first account becomes the administrator. For a look around with a demo',
    'library, run "npm run seed" in a second terminal. Ctrl+C stops.',
    ...productionWarnings(env),
    ...(env.mail.enabled ? [] : [`No mail server is set: mails are written to ${env.dataDir}/outbox.`]),
  ];
}
