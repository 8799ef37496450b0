import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface EmbeddingCall {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: { model: string; input: string[]; encoding_format?: string };
}

/** Reply of the server: vectors for the texts, or a raw response; `silence` keeps the request open. */
export type EmbeddingReply =
  | { vectors: readonly (readonly number[])[] }
  | { status: number; raw: string; location?: string }
  | 'silence';

export interface EmbeddingServer {
  readonly baseUrl: string;
  readonly calls: EmbeddingCall[];
  reply: (call: EmbeddingCall) => EmbeddingReply;
  close(): Promise<void>;
}

/** Starts a server on loopback that implements embeddings of an OpenAI-compatible API. */
export async function startEmbeddingServer(reply: EmbeddingServer['reply']): Promise<EmbeddingServer> {
  const calls: EmbeddingCall[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const call: EmbeddingCall = {
        path: request.url ?? '',
        headers: request.headers,
        body: JSON.parse(Buffer.concat(chunks).toString()) as EmbeddingCall['body'],
      };
      calls.push(call);
      const result = embeddingServer.reply(call);
      if (result === 'silence') return;
      const isRaw = 'raw' in result;
      response.writeHead(isRaw ? result.status : 200, {
        'content-type': 'application/json',
        ...(isRaw && result.location !== undefined && { location: result.location }),
      });
      response.end(isRaw ? result.raw : JSON.stringify(listOf(call.body.model, result.vectors)));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const embeddingServer: EmbeddingServer = {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    calls,
    reply,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return embeddingServer;
}

const listOf = (model: string, vectors: readonly (readonly number[])[]) => ({
  object: 'list',
  // The protocol does not promise an order.
  data: vectors.map((embedding, index) => ({ object: 'embedding', index, embedding })).toReversed(),
  model,
  usage: { prompt_tokens: 1, total_tokens: 1 },
});
