import { randomBytes } from 'node:crypto';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll } from 'vitest';
import type { TokenScope } from '@/lib/contract/tokens';
import { newId } from '@/provider/db/client';
import { personalTokens } from '@/provider/db/schema/accounts';
import { hashPersonalToken } from '@/provider/modules/auth/personal-tokens';
import { insertBookmarks, sample } from '@/provider/testing/bookmarks';
import type { TestAccount, TestProvider } from '@/provider/testing/test-provider';

export const endpoint = 'https://markwell.test/mcp';

/** A protocol revision: the current one, or the handshake of older clients. */
export type Era = 'modern' | 'legacy';

export interface ToolError {
  code: string;
  message: string;
  arguments?: { argument: string; reason: string }[];
  example: unknown;
}

export interface ToolAnswer {
  isError: boolean;
  output: Record<string, unknown>;
  /** The parsed error of a rejected call; null if it succeeded. */
  error: ToolError | null;
  texts: string[];
}

/** Inserts a personal access token and returns it. */
export async function createToken(
  { db, clock }: Pick<TestProvider, 'db' | 'clock'>,
  { accountId }: Pick<TestAccount, 'accountId'>,
  scope: TokenScope,
  more: Partial<typeof personalTokens.$inferInsert> = {},
): Promise<{ token: string; id: string }> {
  const token = `mwp_${randomBytes(32).toString('base64url')}`;
  const id = newId();
  const hash = hashPersonalToken(token);
  await db
    .insert(personalTokens)
    .values({ id, accountId, name: 'Assistant', scope, hash, createdAt: clock.now(), ...more });
  return { token, id };
}

/** Connects the client of the SDK to the provider, without a socket. */
export async function connect(
  { provider }: Pick<TestProvider, 'provider'>,
  token: string,
  era: Era = 'modern',
): Promise<{ client: Client; use: (name: string, args?: Record<string, unknown>) => Promise<ToolAnswer> }> {
  const client = new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode: era === 'legacy' ? 'legacy' : { pin: '2026-07-28' } } },
  );
  const transport = new StreamableHTTPClientTransport(new URL(endpoint), {
    fetch: (url, init) => provider.fetch(new Request(url, init)),
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  });
  await client.connect(transport);
  afterAll(() => client.close());
  return {
    client,
    use: async (name, args = {}) => {
      const result = await client.callTool({ name, arguments: args });
      const texts = result.content.map((part) => (part.type === 'text' ? part.text : ''));
      const isError = result.isError === true;
      return {
        isError,
        output: (result.structuredContent ?? {}) as Record<string, unknown>,
        error: isError ? (JSON.parse(texts[0] ?? '') as { error: ToolError }).error : null,
        texts,
      };
    },
  };
}

/** Calls a tool. */
export type Use = Awaited<ReturnType<typeof connect>>['use'];

type Provider = Pick<TestProvider, 'provider' | 'db' | 'clock'>;

/** Creates a token of an account and connects with it. */
export async function assistantOf(
  testProvider: Provider,
  person: TestAccount,
  scope: TokenScope = 'write',
  more: Parameters<typeof createToken>[3] = {},
): Promise<Use> {
  const { token } = await createToken(testProvider, person, scope, more);
  return (await connect(testProvider, token)).use;
}

/** Creates a Pro account with bookmarks in its default collection, and an assistant that may change them. */
export async function libraryFor(
  testProvider: Provider & Pick<TestProvider, 'signUp' | 'call'>,
  count = 0,
): Promise<{ person: TestAccount; use: Use; ids: string[] }> {
  const person = await testProvider.signUp({ plan: 'pro' });
  const { content } = (await testProvider.call('collections.simplified', {}, person)).body;
  const collections = content.map(({ uuid }) => uuid);
  const samples = Array.from({ length: count }, (_, at) => sample(`Title ${at}`, { collections }));
  const ids = count === 0 ? [] : await insertBookmarks(testProvider.db, person, samples);
  return { person, use: await assistantOf(testProvider, person), ids };
}

/** A bookmark as returned by a tool. */
export interface Listed {
  uuid: string;
  url?: string;
  page?: { title: string; description: string };
}

export const listed = ({ output }: ToolAnswer): Listed[] => output['bookmarks'] as Listed[];
