import { readConsent } from '@/components/common/consent';
import { call } from '@/lib/api/call';
import { sendEnvelope } from '@/lib/api/envelope';
import { ApiProblem, NetworkFailure } from '@/lib/api/problem';
import type { Input } from '@/lib/contract';

/** Why a report was not sent, or may not have been; each has a message (`Feedback.failure`). */
export type FeedbackFailure = 'empty' | 'noClient' | 'forbidden' | 'limited' | 'network' | 'unconfirmed';

export class FeedbackError extends Error {
  constructor(
    readonly failure: FeedbackFailure,
    options?: ErrorOptions,
  ) {
    super(`The report was not sent: ${failure}`, options);
    this.name = 'FeedbackError';
  }
}

export type Report = Input<'feedback.send'>['body'];

/** Timeout for the confirmation that a report has arrived. */
export const confirmationMs = 5_000;
/** Duration for which the dialog confirms the report. */
export const successMs = 5_000;

const readMeta = (name: string): string | undefined =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;

/** Sends it to the error reporting if a DSN is configured and this device has consented, else to the service. */
export function send(report: Report): Promise<unknown> {
  const dsn = readMeta('error-reports');
  if (dsn && readConsent()?.analytics === true) {
    return sendEnvelope(feedbackEnvelope(report, { dsn, release: readMeta('version') }));
  }
  // An expired session must not close the form and lose the entered text.
  return call('feedback.send', { body: report }, { suppressLogout: true });
}

/**
 * Sends a report and resolves when it has arrived. A report that was not confirmed in time is not aborted; with
 * the same `uuid`, it can be sent again.
 * @throws FeedbackError
 */
export async function sendFeedback(report: Report, sendReport: typeof send = send): Promise<void> {
  if (report.message.trim() === '') throw new FeedbackError('empty');
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new FeedbackError('unconfirmed')), confirmationMs);
  try {
    await Promise.race([sendReport(report), late.promise]);
  } catch (error) {
    throw error instanceof FeedbackError ? error : new FeedbackError(failureOf(error), { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

const byStatus: Readonly<Record<number, FeedbackFailure>> = {
  403: 'forbidden',
  // The service accepts no reports.
  404: 'noClient',
  429: 'limited',
};

function failureOf(error: unknown): FeedbackFailure {
  if (error instanceof NetworkFailure || !(error instanceof ApiProblem)) return 'network';
  return byStatus[error.status] ?? 'network';
}

/** Metadata of a report besides its fields. */
interface EnvelopeOptions {
  dsn: string;
  release: string | undefined;
  now?: Date;
}

/**
 * Returns a report as a Sentry envelope: its header, the feedback, and the screenshot as an attachment. The
 * event has the identifier of the report, so that one that is sent again stays one.
 */
export function feedbackEnvelope(report: Report, { dsn, release, now = new Date() }: EnvelopeOptions): Blob {
  const { uuid = '', message, name, email, url, source, eventId, tags, screenshot } = report;
  const eventHeader = { event_id: uuid.replaceAll('-', ''), sent_at: now.toISOString(), dsn };
  const event = {
    event_id: eventHeader.event_id,
    type: 'feedback',
    timestamp: now.getTime() / 1_000,
    platform: 'javascript',
    level: 'info',
    release,
    tags,
    contexts: {
      feedback: { message, name, contact_email: email, url, source, associated_event_id: eventId },
    },
  };
  const lines = [eventHeader, { type: 'feedback' }, event].map((part) => `${JSON.stringify(part)}\n`);
  if (screenshot === undefined) return new Blob(lines);
  const png = Uint8Array.from(atob(screenshot), (character) => character.charCodeAt(0));
  const header = {
    type: 'attachment',
    length: png.byteLength,
    filename: 'screenshot.png',
    content_type: 'image/png',
  };
  return new Blob([...lines, `${JSON.stringify(header)}\n`, png]);
}
