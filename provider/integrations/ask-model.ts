import { Agent, request } from 'undici';
import { z } from 'zod';
import type { AskModel, ModelRequest } from '@/provider/deps';

export interface ModelSettings {
  /** Base URL of an OpenAI-compatible API: `http://localhost:11434/v1`. */
  readonly baseUrl: string;
  readonly model: string;
  readonly apiKey: string | null;
  /** Response timeout. */
  readonly timeoutMs?: number;
}

const defaultTimeoutMs = 8_000;
/** Maximum concurrent requests; further ones are queued, which counts towards their timeout. */
const connections = 4;
const replyBytes = 256 * 1024;
const replyTokens = 800;

const Completion = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string().max(replyBytes) }) })).min(1),
});

/**
 * Creates a client of a model server. The operator configures the address, which is often private, so requests bypass
 * the guarded fetcher; they cannot reach other hosts, since redirects are not followed.
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
  let supportsFormat = true;

  async function send(
    { instructions, text }: ModelRequest,
    signal: AbortSignal,
  ): Promise<{ status: number; body: string }> {
    const response = await request(url, {
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
        ...(supportsFormat && { response_format: { type: 'json_object' } }),
      }),
    });
    return { status: response.statusCode, body: await response.body.text() };
  }

  return async (modelRequest) => {
    const signal = AbortSignal.timeout(timeoutMs);
    let response = await send(modelRequest, signal);
    if (response.status === 400 && supportsFormat) {
      // Some servers reject the field; further requests omit it.
      supportsFormat = false;
      response = await send(modelRequest, signal);
    }
    if (response.status !== 200) throw new Error(`the model server responded with status ${response.status}`);
    const { choices } = Completion.parse(JSON.parse(response.body));
    return readObject(choices[0]?.message.content ?? '');
  };
}

/** Extracts the object from a reply, which may be surrounded by text or a code fence. */
function readObject(content: string): unknown {
  const [start, end] = [content.indexOf('{'), content.lastIndexOf('}')];
  if (start < 0 || end < start) throw new Error('the model reply contains no object');
  return JSON.parse(content.slice(start, end + 1));
}
