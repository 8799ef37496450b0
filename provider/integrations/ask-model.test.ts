import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createAskModel } from '@/provider/integrations/ask-model';
import { startModelServer, type ModelReply } from '@/provider/integrations/testing/model-server';

const server = await startModelServer(() => ({ content: '{"a":1}' }));
afterAll(() => server.close());
beforeEach(() => {
  server.calls.length = 0;
  server.reply = () => ({ content: '{"a":1}' });
});

const settings = { baseUrl: server.baseUrl, model: 'small', apiKey: 'a key' };
const question = { instructions: 'Answer in JSON.', text: 'what?' };

describe('a model', () => {
  test('is requested like an OpenAI-compatible API', async () => {
    expect(await createAskModel(settings)(question)).toEqual({ a: 1 });
    expect(server.calls).toMatchObject([
      {
        path: '/v1/chat/completions',
        headers: { authorization: 'Bearer a key', 'content-type': 'application/json' },
        body: {
          model: 'small',
          messages: [
            { role: 'system', content: 'Answer in JSON.' },
            { role: 'user', content: 'what?' },
          ],
          temperature: 0,
          stream: false,
          response_format: { type: 'json_object' },
        },
      },
    ]);
  });

  test('without a key is sent none, and a base URL may end with a slash', async () => {
    await createAskModel({ ...settings, baseUrl: `${server.baseUrl}/`, apiKey: null })(question);
    expect(server.calls[0]?.headers.authorization).toBeUndefined();
    expect(server.calls[0]?.path).toBe('/v1/chat/completions');
  });

  test('that does not support the response format is requested without it, from then on', async () => {
    server.reply = ({ body }) =>
      body.response_format ? { status: 400, raw: '{"error":"response_format"}' } : { content: '{"a":2}' };
    const ask = createAskModel(settings);
    expect([await ask(question), await ask(question)]).toEqual([{ a: 2 }, { a: 2 }]);
    expect(server.calls.map(({ body }) => body.response_format !== undefined)).toEqual([true, false, false]);
  });

  test.each(['Here it is:\n```json\n{"a":1}\n```', '  {"a":1}  '])(
    'may wrap its object: %j',
    async (content) => {
      server.reply = () => ({ content });
      expect(await createAskModel(settings)(question)).toEqual({ a: 1 });
    },
  );

  test.each<[string, ModelReply]>([
    ['no object', { content: 'I cannot do that.' }],
    ['a broken object', { content: '{"a":' }],
    ['nothing', { content: '' }],
    ['a reply of another shape', { status: 200, raw: '{"choices":[]}' }],
    ['no JSON at all', { status: 200, raw: '<html>' }],
    ['a failure', { status: 500, raw: '{}' }],
    [
      'too much',
      { status: 200, raw: JSON.stringify({ choices: [{ message: { content: 'x'.repeat(300_000) } }] }) },
    ],
    ['a way to somewhere else', { status: 302, raw: '', location: 'http://127.0.0.1:1/' }],
  ])('that answers %s fails', async (_, reply) => {
    server.reply = () => reply;
    await expect(createAskModel(settings)(question)).rejects.toThrow();
    expect(server.calls.length).toBe(1);
  });

  test('that does not respond times out', async () => {
    server.reply = () => 'silence';
    await expect(createAskModel({ ...settings, timeoutMs: 50 })(question)).rejects.toThrow();
  });

  test('that is unavailable fails', async () => {
    await expect(
      createAskModel({ ...settings, baseUrl: 'http://127.0.0.1:1/v1' })(question),
    ).rejects.toThrow();
  });
});
