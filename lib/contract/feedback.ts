import { z } from 'zod';
import type { Definition } from '@/lib/contract/endpoint';
import { limits } from '@/lib/contract/limits';
import { serviceLimits } from '@/lib/contract/service-limits';
import { Email, paged, Pagination, text, Timestamp, Uuid } from '@/lib/contract/primitives';

const isEmpty = (value: string): boolean => value.trim() === '';

const tags = z
  .record(text(32, 1), text(200))
  .refine((value) => Object.keys(value).length <= serviceLimits.feedbackTags, {
    message: 'too_big',
  });

export const FeedbackInput = z
  .strictObject({
    uuid: Uuid.optional().meta({
      description: 'Sent again by the same author, a report replaces itself.',
    }),
    message: text(serviceLimits.feedbackLength, 1),
    name: text(limits.nameLength).default(''),
    email: z
      .string()
      .max(limits.emailLength, 'too_long')
      .refine((value) => isEmpty(value) || Email.safeParse(value).success, 'invalid_email')
      .default('')
      .meta({ description: 'Where to reply; may be empty.' }),
    url: text(2_000).default('').meta({ description: 'The page, without query and fragment.' }),
    source: text(50)
      .default('')
      .meta({ description: 'What sent the report.', examples: ['widget'] }),
    eventId: z
      .string()
      .regex(/^[0-9a-f]{32}$/)
      .optional()
      .meta({ description: 'Identifier of the error event that the report is about.' }),
    tags: tags.default({}),
    screenshot: z
      .string()
      .max(Math.ceil(serviceLimits.screenshotBytes / 3) * 4, 'too_long')
      .regex(/^[A-Za-z0-9+/]*={0,2}$/)
      .optional()
      .meta({ description: 'A PNG in base64.', contentEncoding: 'base64', contentMediaType: 'image/png' }),
  })
  .meta({ id: 'FeedbackInput' });
export type FeedbackInput = z.infer<typeof FeedbackInput>;

/** Fields that the user fills in. */
export const FeedbackForm = FeedbackInput.pick({ message: true, name: true, email: true });

export const FeedbackState = z.enum(['open', 'done']);
export type FeedbackState = z.infer<typeof FeedbackState>;

export const Feedback = z
  .object({
    uuid: Uuid,
    state: FeedbackState,
    message: z.string(),
    name: z.string(),
    email: z.string(),
    url: z.string(),
    source: z.string(),
    eventId: z.string().nullable(),
    tags: z.record(z.string(), z.string()),
    userAgent: z.string(),
    account: z
      .object({ uuid: Uuid, email: z.string() })
      .nullable()
      .meta({ description: 'Null for a guest.' }),
    hasScreenshot: z.boolean(),
    createdAt: Timestamp,
  })
  .meta({ id: 'Feedback' });
export type Feedback = z.infer<typeof Feedback>;

export const FeedbackPage = z
  .object({ content: z.array(Feedback), pagination: Pagination })
  .meta({ id: 'FeedbackPage' });

const byUuid = z.object({ uuid: Uuid });

export const feedback = {
  'feedback.send': {
    summary: 'Report a bug to the administrators. Without a token, the report is sent as a guest.',
    body: FeedbackInput,
    // Base64 enlarges a screenshot by a third.
    bodyBytes: Math.ceil(serviceLimits.screenshotBytes * 1.34) + 256 * 1024,
    responses: { 204: null },
  },
  'admin.feedback': {
    summary: `List bug reports, newest first. They are deleted after ${serviceLimits.feedbackDays} days or with the author’s account.`,
    query: paged({ state: FeedbackState.optional() }),
    responses: { 200: FeedbackPage },
  },
  'admin.screenshot': {
    summary: 'Get the screenshot of a bug report.',
    params: byUuid,
    responses: { 200: { bytes: true, contentTypes: ['image/png'] } },
  },
  'admin.updateFeedback': {
    summary: 'Mark a bug report as done, or open it again.',
    params: byUuid,
    body: z.strictObject({ state: FeedbackState }),
    responses: { 204: null },
  },
  'admin.deleteFeedback': {
    summary: 'Delete a bug report.',
    params: byUuid,
    responses: { 204: null },
  },
} satisfies Record<string, Definition>;
