import 'server-only';
import type { Instrumentation } from 'next';
import { env } from '@/lib/env/server';
import { scrubbedTransport } from '@/lib/observability/scrub-envelope';
import manifest from '@/package.json' with { type: 'json' };

type RequestError = Parameters<Instrumentation.onRequestError>;

let starting: ReturnType<typeof start> | undefined;

/** Reports an error of a page, a route handler or the middleware. Without a DSN, the SDK is not loaded. */
export async function reportRequestError(...[error, request, context]: RequestError): Promise<void> {
  const { reports, appUrl } = env();
  if (!reports.enabled) return;
  const { captureRequestError, withScope } = await (starting ??= start(reports.dsn, appUrl));
  withScope((scope) => {
    // The reference shown on the error page.
    if (error instanceof Error && 'digest' in error) scope.setTag('digest', String(error.digest));
    captureRequestError(error, request, context);
  });
}

/** Initializes error reporting only: tracing would slow down every request and expose its data. */
async function start(dsn: string, appUrl: string) {
  const sentry = await import('@sentry/nextjs');
  sentry.init({
    dsn,
    release: `markwell@${manifest.version}`,
    defaultIntegrations: false,
    integrations: [
      sentry.eventFiltersIntegration(),
      sentry.linkedErrorsIntegration(),
      sentry.nodeContextIntegration(),
    ],
    // No package is instrumented.
    enableOpenTelemetrySetup: false,
    enableRuntimeChannelInjection: false,
    sendClientReports: false,
    transport: (options: Parameters<typeof sentry.makeNodeTransport>[0]) =>
      scrubbedTransport(sentry.makeNodeTransport(options), appUrl),
  });
  return sentry;
}
