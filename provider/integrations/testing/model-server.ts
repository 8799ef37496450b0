import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ModelCall {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: {
    model: string;
    messages: { role: string; content: string }[];
    response_format?: { type: string };
  };
}

/** What the server answers: the text of the model, or a raw reply; `silence` keeps the request open. */
export type ModelReply = { content: string } | { status: number; raw: string; location?: string } | 'silence';

export interface ModelServer {
  readonly baseUrl: string;
  readonly calls: ModelCall[];
  reply: (call: ModelCall) => ModelReply;
  close(): Promise<void>;
}

/** A server on loopback that speaks the chat completions of an OpenAI-compatible API. */
export async function startModelServer(reply: ModelServer['reply']): Promise<ModelServer> {
  const calls: ModelCall[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const call: ModelCall = {
        path: request.url ?? '',
        headers: request.headers,
        body: JSON.parse(Buffer.concat(chunks).toString()) as ModelCall['body'],
      };
      calls.push(call);
      const answer = modelServer.reply(call);
      if (answer === 'silence') return;
      const isRaw = 'raw' in answer;
      response.writeHead(isRaw ? answer.status : 200, {
        'content-type': 'application/json',
        ...(isRaw && answer.location !== undefined && { location: answer.location }),
      });
      response.end(isRaw ? answer.raw : JSON.stringify(completion(answer.content)));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const modelServer: ModelServer = {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    calls,
    reply,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return modelServer;
}

const completion = (content: string) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
});
