import { QueryClientProvider } from '@tanstack/react-query';
import { NextIntlClientProvider, type AbstractIntlMessages } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, vi } from 'vitest';
import { endUndo } from '@/components/common/notify';
import { makeQueryClient, type Transport } from '@/lib/api/query-client';

/** Returns the result of a hook whose calls to the service are answered by the test, in any order. */
export function renderHook<Result>(useHook: () => Result, messages: AbstractIntlMessages) {
  const calls: { id: string; reply: PromiseWithResolvers<unknown> }[] = [];
  const transport = ((id: string) => {
    const reply = Promise.withResolvers<unknown>();
    calls.push({ id, reply });
    return reply.promise;
  }) as unknown as Transport;
  const found: Result[] = [];
  function Grab() {
    found.push(useHook());
    return null;
  }
  renderToStaticMarkup(
    <QueryClientProvider client={makeQueryClient(transport, { onChange: endUndo })}>
      <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
        <Grab />
      </NextIntlClientProvider>
    </QueryClientProvider>,
  );
  const [result] = found;
  if (result === undefined) throw new Error('Not rendered');
  /** Waits for a call, and answers it. */
  const answer = async (index: number, value: unknown): Promise<void> => {
    await vi.waitFor(() => expect(calls[index]).toBeDefined());
    if (value instanceof Error) calls[index]?.reply.reject(value);
    else calls[index]?.reply.resolve(value);
  };
  return { result, answer, called: () => calls.map(({ id }) => id) };
}
