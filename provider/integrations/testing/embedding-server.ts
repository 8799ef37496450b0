import { type ApiReply, type ApiServer, startApiServer } from '@/provider/integrations/testing/model-server';

interface EmbeddingBody {
  model: string;
  input: string[];
  encoding_format?: string;
}

/** A vector for each text. */
interface Vectors {
  vectors: readonly (readonly number[])[];
}

export type EmbeddingReply = ApiReply<Vectors>;
export type EmbeddingServer = ApiServer<EmbeddingBody, Vectors>;

/** Starts a server that implements embeddings. */
export const startEmbeddingServer = (reply: EmbeddingServer['reply']) =>
  startApiServer(reply, ({ vectors }, { model }: EmbeddingBody) => ({
    object: 'list',
    // The protocol does not promise an order.
    data: vectors.map((embedding, index) => ({ object: 'embedding', index, embedding })).toReversed(),
    model,
    usage: { prompt_tokens: 1, total_tokens: 1 },
  }));
