import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request to an OpenAI-compatible API. */
export interface ApiCall<Body> {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Body;
}

/** Reply of the server: a result, or a raw response; `silence` keeps the request open. */
export type ApiReply<Result> = Result | { status: number; raw: string; location?: string } | 'silence';

export interface ApiServer<Body, Result> {
  readonly baseUrl: string;
  readonly calls: ApiCall<Body>[];
  reply: (call: ApiCall<Body>) => ApiReply<Result>;
  close(): Promise<void>;
}

/** Starts a server on loopback that implements one call of an OpenAI-compatible API. */
export async function startApiServer<Body, Result extends object>(
  reply: ApiServer<Body, Result>['reply'],
  write: (result: Result, body: Body) => unknown,
): Promise<ApiServer<Body, Result>> {
  const calls: ApiCall<Body>[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const call: ApiCall<Body> = {
        path: request.url ?? '',
        headers: request.headers,
        body: JSON.parse(Buffer.concat(chunks).toString()) as Body,
      };
      calls.push(call);
      const result = apiServer.reply(call);
      if (result === 'silence') return;
      const isRaw = 'raw' in result;
      response.writeHead(isRaw ? result.status : 200, {
        'content-type': 'application/json',
        ...(isRaw && result.location !== undefined && { location: result.location }),
      });
      response.end(isRaw ? result.raw : JSON.stringify(write(result, call.body)));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const apiServer: ApiServer<Body, Result> = {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    calls,
    reply,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return apiServer;
}

interface ModelBody {
  model: string;
  messages: { role: string; content: string }[];
  response_format?: { type: string };
}

/** The text of the model. */
interface ModelText {
  content: string;
}

export type ModelReply = ApiReply<ModelText>;

/** Starts a server that implements chat completions. */
export const startModelServer = (reply: ApiServer<ModelBody, ModelText>['reply']) =>
  startApiServer(reply, ({ content }) => ({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  }));
