import { Agent, request } from 'undici';
import { z } from 'zod';
import type { AskModel, ModelRequest } from '@/provider/deps';

export interface ModelSettings {
  /** Of an OpenAI-compatible API: `http://localhost:11434/v1`. */
  readonly baseUrl: string;
  readonly model: string;
  readonly apiKey: string | null;
  /** How long an answer is waited for. */
  readonly timeoutMs?: number;
}

const defaultTimeoutMs = 8_000;
/** Requests under way at once; more wait, and their timeout runs meanwhile. */
const connections = 4;
const replyBytes = 256 * 1024;
const replyTokens = 800;

const Completion = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string().max(replyBytes) }) })).min(1),
});

/**
 * A client of a model server. The address is the operator's choice and often a private one, so the request does not go
 * through the guarded fetcher; it goes nowhere else either, since redirects are not followed.
 */
export function createAskModel({
  baseUrl,
  model,
  apiKey,
  timeoutMs = defaultTimeoutMs,
}: ModelSettings): AskModel {
  const url = `${baseUrl.replace(/\/+$/, '')}/chat/completions`;
  const dispatcher = new Agent({
    connections,
    pipelining: 1,
    maxResponseSize: replyBytes,
    connectTimeout: timeoutMs,
  });
  let takesFormat = true;

  async function send(
    { instructions, text }: ModelRequest,
    signal: AbortSignal,
  ): Promise<{ status: number; body: string }> {
    const answer = await request(url, {
      method: 'POST',
      dispatcher,
      signal,
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        ...(apiKey !== null && { authorization: `Bearer ${apiKey}` }),
      },
      body: JSON.stringify({
        model,
        messages: [
          { role: 'system', content: instructions },
          { role: 'user', content: text },
        ],
        temperature: 0,
        max_tokens: replyTokens,
        stream: false,
        ...(takesFormat && { response_format: { type: 'json_object' } }),
      }),
    });
    return { status: answer.statusCode, body: await answer.body.text() };
  }

  return async (question) => {
    const signal = AbortSignal.timeout(timeoutMs);
    let answer = await send(question, signal);
    if (answer.status === 400 && takesFormat) {
      // Some servers do not know the field; they are asked without it from now on.
      takesFormat = false;
      answer = await send(question, signal);
    }
    if (answer.status !== 200) throw new Error(`the model server answered ${answer.status}`);
    const { choices } = Completion.parse(JSON.parse(answer.body));
    return readObject(choices[0]?.message.content ?? '');
  };
}

/** The object in a reply, which may stand among words or in a fence. */
function readObject(content: string): unknown {
  const [start, end] = [content.indexOf('{'), content.lastIndexOf('}')];
  if (start < 0 || end < start) throw new Error('the model answered without an object');
  return JSON.parse(content.slice(start, end + 1));
}
