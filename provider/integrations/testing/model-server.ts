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

/** Reply of the server: the text of the model, or a raw response; `silence` keeps the request open. */
export type ModelReply = { content: string } | { status: number; raw: string; location?: string } | 'silence';

export interface ModelServer {
  readonly baseUrl: string;
  readonly calls: ModelCall[];
  reply: (call: ModelCall) => ModelReply;
  close(): Promise<void>;
}

/** Starts a server on loopback that implements chat completions of an OpenAI-compatible API. */
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
      const result = modelServer.reply(call);
      if (result === 'silence') return;
      const isRaw = 'raw' in result;
      response.writeHead(isRaw ? result.status : 200, {
        'content-type': 'application/json',
        ...(isRaw && result.location !== undefined && { location: result.location }),
      });
      response.end(isRaw ? result.raw : JSON.stringify(completion(result.content)));
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
