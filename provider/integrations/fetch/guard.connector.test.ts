import { Agent, request } from 'undici';
import { afterAll, describe, expect, it } from 'vitest';
import { createGuardedConnector, type ConnectorOptions } from '@/provider/integrations/fetch/guard';
import { countSockets, startHttpServer } from '@/provider/integrations/fetch/testing/canary';

/** Loopback is treated as the public internet here; all other addresses are treated as private. */
const publicHost = await startHttpServer((_request, response) => response.end('public'));
afterAll(() => publicHost[Symbol.asyncDispose]());

const isPublic = (address: string) => address === '127.0.0.1';

function createAgent(options: Pick<ConnectorOptions, 'resolve'> & Partial<ConnectorOptions>): Agent {
  const defaults = { allow: [], resolveAllowed: options.resolve, lookupMs: 500, connectMs: 500, isPublic };
  return new Agent({ connect: createGuardedConnector({ ...defaults, ...options }) });
}

async function get(agent: Agent, hostname = 'site.example'): Promise<string> {
  const url = `http://${hostname}:${publicHost.port}/`;
  const response = await request(url, { dispatcher: agent, reset: true });
  return response.body.text();
}

describe('createGuardedConnector', () => {
  it('resolves a name once per connection and rejects a name that now resolves to a private address', async () => {
    const answers = [['127.0.0.1'], ['10.0.0.1'], ['127.0.0.1']];
    const asked: string[] = [];
    const resolve = async (hostname: string) => answers[asked.push(hostname) - 1] ?? [];
    const agent = createAgent({ resolve });

    expect(await get(agent)).toBe('public');
    expect(asked).toEqual(['site.example']);
    const sockets = await countSockets(() => expect(get(agent)).rejects.toMatchObject({ reason: 'address' }));
    expect(sockets).toBe(0);
    expect(asked).toHaveLength(2);
    expect(await get(agent)).toBe('public');
    expect(asked).toHaveLength(3);
  });

  it('connects to the checked address even if the resolver would now return another one', async () => {
    let asked = 0;
    const resolve = async () => (asked++ === 0 ? ['127.0.0.1'] : ['10.0.0.1']);
    expect(await get(createAgent({ resolve }))).toBe('public');
    expect(asked).toBe(1);
  });

  it('checks the peer of the open socket again and sends it nothing', async () => {
    let judged = 0;
    const agent = createAgent({ resolve: async () => ['127.0.0.1'], isPublic: () => judged++ === 0 });
    await expect(get(agent)).rejects.toMatchObject({ reason: 'address' });
    expect(judged).toBe(2);
  });

  it('checks an address literal, for which no name is resolved', async () => {
    const resolve = () => Promise.reject(new Error('a literal was resolved'));
    const agent = createAgent({ resolve });
    expect(await get(agent, '127.0.0.1')).toBe('public');
    await expect(get(agent, '10.0.0.1')).rejects.toMatchObject({ reason: 'address' });
  });

  it('tries the next checked address when the first does not respond', async () => {
    const resolve = async () => ['127.0.0.3', '127.0.0.1'];
    const agent = createAgent({
      resolve,
      isPublic: (address) => isPublic(address) || address === '127.0.0.3',
    });
    expect(await get(agent)).toBe('public');
  });
});
