import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  confirmationMs,
  FeedbackError,
  sendFeedback,
  successMs,
} from '@/components/features/feedback/send-feedback';
import { feedbackSchema } from '@/components/features/feedback/feedback-dialog';
import { ApiProblem, NetworkFailure } from '@/lib/api/problem';
import en from '@/messages/en/feedback.json';
import pt from '@/messages/pt-BR/feedback.json';

const report = { message: 'The list is empty.' };
const failureOf = (sending: Promise<void>): Promise<string> =>
  sending.then(
    () => 'sent',
    (error: unknown) => (error instanceof FeedbackError ? error.failure : 'unknown'),
  );
const refused = (error: Error) => () => Promise.reject(error);

afterEach(() => {
  vi.useRealTimers();
});

// Guarantee: the messages and times of the specification, word for word, and the same messages in Portuguese.
describe('the catalogue', () => {
  test.each([
    [en.title, 'Report a Bug'],
    [en.requiredFields, 'Please enter in the following required fields: {fields}'],
    [en.failure.empty, 'Unable to submit feedback with empty message'],
    [en.failure.noClient, 'No client setup, cannot send feedback.'],
    [
      en.failure.network,
      'Unable to send Feedback. This is because of network issues, or because you are using an ad-blocker.',
    ],
    [
      en.failure.forbidden,
      'Unable to send Feedback. This could be because this domain is not in your list of allowed domains.',
    ],
    [en.failure.unconfirmed, 'Unable to determine if Feedback was correctly sent.'],
    [pt.title, 'Relatar um problema'],
    [pt.requiredFields, 'Preencha os seguintes campos obrigatórios: {fields}'],
    [pt.failure.empty, 'Não é possível enviar um relato com a mensagem vazia'],
    [pt.failure.noClient, 'Nenhum cliente configurado, não é possível enviar o relato.'],
    [
      pt.failure.network,
      'Não foi possível enviar o relato. Isso se deve a problemas de rede ou ao uso de um bloqueador de anúncios.',
    ],
    [
      pt.failure.forbidden,
      'Não foi possível enviar o relato. Talvez este domínio não esteja na sua lista de domínios permitidos.',
    ],
    [pt.failure.unconfirmed, 'Não foi possível determinar se o relato foi enviado corretamente.'],
  ])('says %j', (message, expected) => {
    expect(message).toBe(expected);
  });

  test('waits 5 seconds for a confirmation, and shows the success for 5 seconds', () => {
    expect([confirmationMs, successMs]).toEqual([5_000, 5_000]);
  });
});

describe('a report', () => {
  test('is sent once the service has confirmed it', async () => {
    const send = vi.fn(() => Promise.resolve({}));
    await sendFeedback(report, send);
    expect(send).toHaveBeenCalledExactlyOnceWith(report);
  });

  test('without a message is not sent', async () => {
    const send = vi.fn(() => Promise.resolve({}));
    expect(await failureOf(sendFeedback({ message: ' \n' }, send))).toBe('empty');
    expect(send).not.toHaveBeenCalled();
  });

  test.each([
    ['no response', new NetworkFailure(new TypeError('Failed to fetch')), 'network'],
    ['403', new ApiProblem(403, {}), 'forbidden'],
    ['404', new ApiProblem(404, {}), 'noClient'],
    ['429', new ApiProblem(429, {}), 'limited'],
    ['422', new ApiProblem(422, {}), 'network'],
    ['500', new ApiProblem(500, {}), 'network'],
  ])('with %s fails', async (_, error, failure) => {
    expect(await failureOf(sendFeedback(report, refused(error)))).toBe(failure);
  });

  test('that is not confirmed within 5 seconds may have been sent', async () => {
    vi.useFakeTimers();
    const outcome = vi.fn();
    const sending = failureOf(sendFeedback(report, () => new Promise(() => undefined))).then(outcome);
    await vi.advanceTimersByTimeAsync(4_999);
    expect(outcome).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await sending;
    expect(outcome).toHaveBeenCalledExactlyOnceWith('unconfirmed');
  });
});

describe('the form', () => {
  const missing = (required: Parameters<typeof feedbackSchema>[0]): string[] => {
    const { error } = feedbackSchema(required).safeParse({ name: ' ', email: '', message: '' });
    return (error?.issues ?? []).map(({ path, message }) => `${path.join('.')} ${message}`);
  };

  test('requires a message only, unless it is configured to require more', () => {
    expect(missing({})).toEqual(['message required']);
    expect(missing({ name: true, email: true }).sort()).toEqual([
      'email required',
      'message required',
      'name required',
    ]);
  });
});
