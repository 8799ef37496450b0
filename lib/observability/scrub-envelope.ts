import type { Transport } from '@sentry/core';
import {
  createScrubber,
  isFields,
  listOf,
  pick,
  scrubAttributes,
  scrubBreadcrumb,
  scrubDescription,
  type Fields,
  type Scrubber,
} from '@/lib/observability/scrub-text';
import { scrubRecording } from '@/lib/observability/scrub-recording';

/** A Sentry envelope: its headers, and items of headers and payload. */
export type ReportEnvelope = [headers: Fields, items: [headers: Fields, payload: unknown][]];

/**
 * Reduces a report to allow-listed fields: anything else is removed, including fields of later SDK versions. URLs,
 * queries, quoted values, tokens and envelopes are removed from texts. Items of other types are dropped.
 */
export function scrubEnvelope([headers, items]: ReportEnvelope, ownOrigin: string): ReportEnvelope {
  const scrubber = createScrubber(ownOrigin);
  return [
    { ...pick(headers, ['event_id', 'sent_at', 'sdk', 'dsn']), ...scrubTrace(headers['trace']) },
    items.flatMap(([itemHeaders, payload]): ReportEnvelope[1] => {
      const scrubbed = scrubItem(String(itemHeaders['type']), payload, scrubber);
      if (scrubbed === null) return [];
      const length =
        typeof scrubbed === 'string' ? { length: new TextEncoder().encode(scrubbed).length } : undefined;
      return [[{ ...itemHeaders, ...length }, scrubbed]];
    }),
  ];
}

/** Wraps the transport of an SDK. Reports that cannot be scrubbed, or may not be sent now, are dropped. */
export function scrubbedTransport(
  transport: Transport,
  ownOrigin: string,
  mayReport: () => boolean = () => true,
): Transport {
  return {
    flush: (timeout) => transport.flush(timeout),
    send: async (envelope) => {
      if (!mayReport()) return {};
      const scrubbed = scrubEnvelope(envelope, ownOrigin);
      return scrubbed[1].length === 0 ? {} : transport.send(scrubbed as typeof envelope);
    },
  };
}

function scrubItem(type: string, payload: unknown, scrubber: Scrubber): unknown {
  if (type === 'client_report' || type === 'attachment') return payload;
  if (type === 'replay_recording') return scrubRecording(payload, scrubber);
  if (!isFields(payload)) return null;
  if (type === 'event') {
    const { exception } = payload;
    return isFields(exception) && errorsOf(exception).length > 0 ? scrubEvent(payload, scrubber) : null;
  }
  if (type === 'transaction') return scrubEvent(payload, scrubber);
  if (type === 'replay_event') {
    return { ...scrubEvent(payload, scrubber), ...scrubReplay(payload, scrubber) };
  }
  // Feedback is written for the developers, so its text is kept.
  if (type === 'feedback') return { ...scrubEvent(payload, scrubber), ...scrubFeedback(payload, scrubber) };
  return null;
}

/** Values of actual errors; captured messages, such as console output, have no type. */
const errorsOf = (exception: Fields): Fields[] =>
  listOf(exception['values']).filter(({ type }) => type !== undefined);

const EVENT = [
  ...['event_id', 'type', 'timestamp', 'start_timestamp', 'platform', 'level', 'release', 'environment'],
  ...['measurements', 'transaction_info'],
];
const CONTEXTS: Record<string, readonly string[]> = {
  app: ['app_start_time'],
  browser: ['name', 'version'],
  nextjs: ['router_kind', 'router_path', 'route_type'],
  os: ['name', 'version'],
  replay: ['replay_id'],
  runtime: ['name', 'version'],
};
const TAGS = ['digest', 'code', 'turbopack'];
const FRAME = ['function', 'module', 'lineno', 'colno', 'in_app'];
const SPAN = [
  ...['span_id', 'parent_span_id', 'trace_id', 'op', 'origin', 'status', 'start_timestamp', 'timestamp'],
  ...['exclusive_time', 'measurements', 'is_segment'],
];
function scrubEvent(event: Fields, scrubber: Scrubber): Fields {
  const { request, transaction, tags, contexts, exception, breadcrumbs, spans } = event;
  return {
    ...pick(event, EVENT),
    ...(isFields(event['sdk']) && { sdk: pick(event['sdk'], ['name', 'version']) }),
    ...(typeof transaction === 'string' && { transaction: scrubber.text(transaction) }),
    ...(isFields(request) && {
      request: {
        ...pick(request, ['method']),
        ...(typeof request['url'] === 'string' && { url: scrubber.url(request['url']) }),
        ...(isFields(request['headers']) && { headers: pick(request['headers'], ['User-Agent']) }),
      },
    }),
    ...(isFields(tags) && { tags: pick(tags, TAGS) }),
    ...(isFields(contexts) && { contexts: scrubContexts(contexts) }),
    ...(isFields(exception) && {
      exception: { values: errorsOf(exception).map((error) => scrubException(error, scrubber)) },
    }),
    ...(Array.isArray(breadcrumbs) && {
      breadcrumbs: listOf(breadcrumbs).map((breadcrumb) => scrubBreadcrumb(breadcrumb, scrubber)),
    }),
    ...(Array.isArray(spans) && { spans: listOf(spans).map((span) => scrubSpan(span, scrubber)) }),
  };
}

function scrubContexts(contexts: Fields): Fields {
  const entries = Object.entries(CONTEXTS).flatMap(([name, fields]): [string, unknown][] => {
    const context = contexts[name];
    return isFields(context) ? [[name, pick(context, fields)]] : [];
  });
  const { trace } = contexts;
  return { ...Object.fromEntries(entries), ...(isFields(trace) && { trace: pick(trace, SPAN) }) };
}

function scrubException(exception: Fields, { text, url }: Scrubber): Fields {
  const { value, mechanism, stacktrace } = exception;
  const frames = isFields(stacktrace) ? listOf(stacktrace['frames']) : [];
  return {
    ...pick(exception, ['type']),
    ...(typeof value === 'string' && { value: text(value) }),
    ...(isFields(mechanism) && {
      mechanism: pick(mechanism, ['type', 'handled', 'exception_id', 'parent_id', 'source']),
    }),
    ...(isFields(stacktrace) && {
      stacktrace: {
        frames: frames.map((frame) => {
          const { filename } = frame;
          if (typeof filename !== 'string') return pick(frame, FRAME);
          // Server files are file system paths, and files of the runtime have special names; neither is a URL.
          const isUrl = /^https?:/.test(filename);
          return { ...pick(frame, FRAME), filename: isUrl ? url(filename) : filename };
        }),
      },
    }),
  };
}

function scrubSpan(span: Fields, scrubber: Scrubber): Fields {
  const { description, data } = span;
  return {
    ...pick(span, SPAN),
    ...(typeof description === 'string' && { description: scrubDescription(description, scrubber) }),
    ...(isFields(data) && { data: scrubAttributes(data, scrubber) }),
  };
}

const REPLAY = [
  ...['replay_id', 'replay_type', 'replay_start_timestamp', 'segment_id', 'error_ids', 'trace_ids'],
];

function scrubReplay(event: Fields, { url }: Scrubber): Fields {
  const urls = Array.isArray(event['urls']) ? event['urls'] : [];
  return { ...pick(event, REPLAY), urls: urls.map((address) => url(String(address))) };
}

const FEEDBACK = ['contact_email', 'name', 'message', 'source', 'associated_event_id', 'replay_id'];

function scrubFeedback(event: Fields, { url }: Scrubber): Fields {
  const contexts = isFields(event['contexts']) ? event['contexts'] : {};
  const feedback = isFields(contexts['feedback']) ? contexts['feedback'] : {};
  const address = feedback['url'];
  return {
    contexts: {
      ...scrubContexts(contexts),
      feedback: {
        ...pick(feedback, FEEDBACK),
        ...(typeof address === 'string' && { url: url(address) }),
      },
    },
  };
}

/** Omits the transaction name, which can be a URL. */
function scrubTrace(trace: unknown): Fields {
  if (!isFields(trace)) return {};
  const fields = [
    'trace_id',
    'public_key',
    'release',
    'environment',
    'sampled',
    'sample_rate',
    'sample_rand',
  ];
  return { trace: pick(trace, [...fields, 'replay_id', 'org_id']) };
}
