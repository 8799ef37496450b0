import {
  breadcrumbsIntegration,
  browserTracingIntegration,
  captureConsoleIntegration,
  dedupeIntegration,
  eventFiltersIntegration,
  functionToStringIntegration,
  globalHandlersIntegration,
  httpContextIntegration,
  init,
  linkedErrorsIntegration,
  makeFetchTransport,
  replayIntegration,
  startBrowserTracingNavigationSpan,
  type ErrorEvent,
} from '@sentry/nextjs';
import { readConsent } from '@/components/common/consent';
import { scrubbedTransport } from '@/lib/observability/scrub-envelope';

interface ReporterOptions {
  dsn: string;
  release: string;
}

const isAllowed = (): boolean => readConsent()?.analytics === true;

let client: ReturnType<typeof init>;
/** Its idle timeout of 5 minutes and expiry of 15 are the defaults of the SDK. */
let replay: ReturnType<typeof replayIntegration> | undefined;

/** Starts at most once per page. */
export function start({ dsn, release }: ReporterOptions): void {
  if (client) return;
  replay = replayIntegration({
    // The content policy allows no worker from a blob, and compressed segments could not be scrubbed.
    useCompression: false,
    maskAllText: true,
    maskAllInputs: true,
    blockAllMedia: true,
    networkCaptureBodies: false,
  });
  client = init({
    dsn,
    release,
    tunnel: '/monitoring',
    tracesSampleRate: 1,
    // Whole transactions; spans that are streamed one by one are another kind of item.
    traceLifecycle: 'static',
    replaysSessionSampleRate: 0.1,
    replaysOnErrorSampleRate: 1,
    // Tracing headers are sent to no server.
    tracePropagationTargets: [],
    sendClientReports: false,
    defaultIntegrations: false,
    integrations: [
      eventFiltersIntegration(),
      functionToStringIntegration(),
      globalHandlersIntegration(),
      // Errors caught by a boundary are only printed.
      captureConsoleIntegration({ levels: ['error'] }),
      linkedErrorsIntegration(),
      dedupeIntegration(),
      httpContextIntegration(),
      breadcrumbsIntegration({ dom: false }),
      // Navigations are reported by `navigate`; the SDK would replace methods of the router.
      browserTracingIntegration({ instrumentNavigation: false }),
      replay,
    ],
    transport: (options: Parameters<typeof makeFetchTransport>[0]) =>
      scrubbedTransport(makeFetchTransport(options), window.location.origin, isAllowed),
    beforeSend: addCode,
  });
}

/** Stops the recording. Nothing is sent after consent is withdrawn, because it is read for each report. */
export function stop(): void {
  void replay?.stop();
}

export function navigate(pathname: string): void {
  if (!client) return;
  startBrowserTracingNavigationSpan(client, {
    name: pathname,
    attributes: { 'sentry.source': 'url', 'sentry.origin': 'auto.navigation.nextjs' },
  });
}

/** The build uses the same error name for scripts and for stylesheets. */
function addCode(event: ErrorEvent): ErrorEvent {
  const error = event.exception?.values?.at(-1);
  if (error?.type === 'ChunkLoadError' && error.value?.includes('.css')) {
    event.tags = { ...event.tags, code: 'CSS_CHUNK_LOAD_FAILED' };
  }
  return event;
}
