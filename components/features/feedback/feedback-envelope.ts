import type { Input } from '@/lib/contract';

type Report = Input<'feedback.send'>['body'];

/** What names a report beside its fields. */
interface EnvelopeOptions {
  dsn: string;
  release: string | undefined;
  now?: Date;
}

/**
 * A report as an envelope of Sentry: its header, the feedback, and the screenshot as an attachment. The event has the
 * identifier of the report, so that one that is sent again stays one.
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
