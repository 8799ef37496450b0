import { createProvider, openDatabase, type ProviderConfig } from '@/provider/index';
import { inertDeps } from '@/provider/seed/inert-deps';

// A separate process that performs refreshes: it exchanges all tokens of each received list concurrently and sends back
// the responses for the browser.
const [url = '', config = '{}'] = process.argv.slice(2);
const db = openDatabase({ url });
const provider = createProvider({
  ...inertDeps,
  db,
  clock: () => new Date(),
  config: JSON.parse(config) as ProviderConfig,
});

async function refresh(refreshToken: string): Promise<{ status: number; token: string | null }> {
  const response = await provider.fetch(
    new Request('http://provider.test/v1/auth/refresh', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ refreshToken }),
    }),
  );
  const { tokens } = (await response.json()) as { tokens?: { refresh: { token: string } } };
  return { status: response.status, token: tokens?.refresh.token ?? null };
}

process.on('message', (tokens: string[]) => {
  void Promise.all(tokens.map(refresh)).then((replies) => process.send?.(replies));
});
process.on('disconnect', () => process.exit());
// Connected before the first exchange, so that exchanges of several processes overlap.
await db.$client.query('select 1');
process.send?.('ready');
