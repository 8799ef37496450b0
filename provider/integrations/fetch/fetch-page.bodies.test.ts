import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { brotliCompressSync, createGzip, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import type { FetchPageOptions } from '@/provider/deps';
import { createFetchPage } from '@/provider/integrations/fetch/fetch-page';
import { countSockets, startHttpServer, startTcpServer } from '@/provider/integrations/fetch/testing/canary';

const html = { 'content-type': 'text/html; charset="UTF-8"' };
const bomb = Buffer.alloc(64 * 1024 * 1024);
const bombs: Record<string, Buffer> = {
  gzip: gzipSync(bomb),
  br: brotliCompressSync(bomb),
  deflate: deflateSync(bomb),
};

const pages: Record<string, (response: ServerResponse) => unknown> = {
  '/plain': (response) => response.writeHead(200, html).end('é'),
  '/gzip': (response) => response.writeHead(200, { ...html, 'content-encoding': 'gzip' }).end(gzipSync('é')),
  '/GZIP': (response) => response.writeHead(200, { ...html, 'content-encoding': 'GZip' }).end(gzipSync('é')),
  '/deflate': (response) =>
    response.writeHead(200, { ...html, 'content-encoding': 'deflate' }).end(deflateSync('é')),
  '/rawdeflate': (response) =>
    response.writeHead(200, { ...html, 'content-encoding': 'deflate' }).end(deflateRawSync('é')),
  '/br': (response) =>
    response.writeHead(200, { ...html, 'content-encoding': 'br' }).end(brotliCompressSync('é')),
  '/identity': (response) => response.writeHead(200, { ...html, 'content-encoding': 'identity' }).end('é'),
  '/zstd': (response) => response.writeHead(200, { ...html, 'content-encoding': 'zstd' }).end('é'),
  '/constructor': (response) =>
    response.writeHead(200, { ...html, 'content-encoding': 'constructor' }).end('é'),
  '/twice': (response) =>
    response.writeHead(200, { ...html, 'content-encoding': 'gzip, gzip' }).end(gzipSync(gzipSync('é'))),
  '/many': (response) =>
    response
      .writeHead(200, { ...html, 'content-encoding': Array(500).fill('gzip').join(', ') })
      .end(gzipSync('é')),
  '/lying': (response) =>
    response.writeHead(200, { ...html, 'content-encoding': 'gzip' }).end('not gzip at all'),
  '/cut': (response) =>
    response
      .writeHead(200, { ...html, 'content-encoding': 'gzip' })
      .end(gzipSync('a'.repeat(5000)).subarray(0, 20)),
  '/image': (response) => response.writeHead(200, { 'content-type': 'image/png' }).end('png'),
  '/svg': (response) => response.writeHead(200, { 'content-type': 'image/svg+xml' }).end('<svg/>'),
  '/untyped': (response) => response.writeHead(200).end('x'),
  '/sniffed': (response) => response.writeHead(200).end(' <!doctype html>é'),
  '/octets': (response) =>
    response.writeHead(200, { 'content-type': 'application/octet-stream' }).end('<html>é'),
  '/binary': (response) =>
    response.writeHead(200, { 'content-type': 'application/octet-stream' }).end('PK\x03\x04'),
  '/broken': (response) => {
    response.writeHead(200, { ...html, 'content-length': '100' }).write('a beginning');
    setImmediate(() => response.destroy());
  },
  '/brokengzip': (response) => {
    const packed = gzipSync(randomBytes(60_000).toString('hex'));
    response.writeHead(200, { ...html, 'content-encoding': 'gzip' }).write(packed.subarray(0, 40_000));
    setImmediate(() => response.destroy());
  },
  '/almost': (response) => response.writeHead(200, { 'content-type': 'text/htmlx' }).end('<title>x</title>'),
  '/large': (response) => response.writeHead(200, html).end('a'.repeat(100_000)),
  '/error': (response) => response.writeHead(500, html).end('<title>x</title>'),
  '/missing': (response) => response.writeHead(404, html).end('<title>x</title>'),
  '/cookies': (response) =>
    response.writeHead(200, { ...html, 'set-cookie': Array(5000).fill('a=b') }).end('x'),
  '/silent': () => undefined,
  '/stalled': (response) => void response.writeHead(200, html).write('a'),
  '/endless': (response) => {
    response.writeHead(200, { ...html, 'content-encoding': 'gzip' });
    // Empty gzip members decode to no bytes, without end.
    const empty = gzipSync('');
    const send = () => {
      while (!response.destroyed && response.write(empty));
      if (!response.destroyed) response.once('drain', send);
    };
    send();
  },
  '/unending': (response) => {
    const encoder = createGzip();
    response.writeHead(200, { ...html, 'content-encoding': 'gzip' });
    encoder.pipe(response);
    const send = () => {
      while (!response.destroyed && encoder.write(bomb.subarray(0, 65_536)));
      if (!response.destroyed) encoder.once('drain', send);
    };
    send();
  },
};
for (const [coding, bytes] of Object.entries(bombs)) {
  pages[`/bomb/${coding}`] = (response) =>
    response.writeHead(200, { ...html, 'content-encoding': coding }).end(bytes);
}

const raw: Record<string, string> = {
  status: 'HTTP/1.1 999 Odd\r\ncontent-type: text/html\r\ncontent-length: 1\r\n\r\nx',
  chunking:
    'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ntransfer-encoding: chunked\r\n\r\nZZ\r\nx\r\n0\r\n\r\n',
  length: 'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 100\r\n\r\nx',
  smuggling:
    'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n',
  old: '<html><title>HTTP/0.9</title></html>',
  headers: `HTTP/1.1 200 OK\r\ncontent-type: text/html\r\nx: ${'a'.repeat(300_000)}\r\n\r\nx`,
  many: `HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n${'set-cookie: a=b\r\n'.repeat(50_000)}\r\nx`,
  binary: String.fromCharCode(...Array.from({ length: 256 }, (_, code) => code)),
  empty: '',
};

const site = await startHttpServer((request, response) => void pages[request.url ?? '']?.(response));
const odd = await startTcpServer((socket) => {
  socket.once('data', (chunk) => {
    const name = /^GET \/(\w+)/.exec(String(chunk))?.[1] ?? '';
    if (name !== 'slowloris') return void socket.end(raw[name] ?? '', 'latin1');
    socket.write('HTTP/1.1 200 OK\r\n');
    const drip = setInterval(() => socket.write('x-a: b\r\n'), 10);
    socket.on('close', () => clearInterval(drip));
  });
});
afterAll(async () => {
  await site[Symbol.asyncDispose]();
  await odd[Symbol.asyncDispose]();
});

const limits = { failureStepMs: 1, headersMs: 150, totalMs: 1500 };
const allow = [`127.0.0.1:${site.port}`, `127.0.0.1:${odd.port}`];

async function fetchText(
  path: string,
  input: Partial<FetchPageOptions> = {},
  port = site.port,
): Promise<string | null> {
  const fetchPage = createFetchPage({ allow, limits });
  const url = `http://127.0.0.1:${port}${path}`;
  const page = await fetchPage(url, { accept: ['text/html'], maxBytes: 50_000, ...input });
  return page && Buffer.from(page.bytes).toString();
}

describe('bodies that the fetcher reads', () => {
  it.each(['/plain', '/gzip', '/GZIP', '/deflate', '/rawdeflate', '/br', '/identity'])(
    '%s is decoded',
    async (path) => {
      expect(await fetchText(path)).toBe('é');
    },
  );

  it('are returned with their content type and final URL', async () => {
    const fetchPage = createFetchPage({ allow, limits });
    const page = await fetchPage(`http://127.0.0.1:${site.port}/plain#part`, {
      accept: ['text/html'],
      maxBytes: 10,
    });
    expect(page).toEqual({
      url: `http://127.0.0.1:${site.port}/plain`,
      contentType: 'text/html; charset="utf-8"',
      disposition: '',
      bytes: Buffer.from('é'),
    });
  });

  it.each(['/zstd', '/constructor', '/twice', '/many', '/lying', '/cut'])('%s is rejected', async (path) => {
    await expect(fetchText(path)).resolves.toBeNull();
  });

  it.each(['/image', '/svg', '/untyped', '/almost', '/error', '/missing', '/cookies'])(
    '%s is rejected',
    async (path) => {
      await expect(fetchText(path)).resolves.toBeNull();
    },
  );

  it('have the type of their first bytes if the server names none', async () => {
    expect([await fetchText('/sniffed'), await fetchText('/octets')]).toEqual([
      ' <!doctype html>é',
      '<html>é',
    ]);
    expect(await fetchText('/binary')).toBeNull();
  });

  it('are kept as far as they were received, for a reader that accepts a part', async () => {
    const options = { overflow: 'truncate' } as const;
    expect(await fetchText('/broken', options)).toBe('a beginning');
    expect((await fetchText('/brokengzip', options))?.length).toBeGreaterThan(30_000);
    expect(await fetchText('/lying', options)).toBeNull();
    expect([await fetchText('/broken'), await fetchText('/brokengzip')]).toEqual([null, null]);
  });

  it('are passed on in pieces, until the reader has enough', async () => {
    const pieces: string[] = [];
    const onBytes: FetchPageOptions['onBytes'] = async (bytes, { contentType }) => {
      pieces.push(`${contentType} ${bytes.length > 0}`);
      return false;
    };
    expect(await fetchText('/large', { overflow: 'truncate', onBytes })).toBe('');
    expect(pieces).toEqual(['text/html; charset="utf-8" true']);
  });

  it.each(Object.keys(raw))('the malformed response "%s" is rejected', async (name) => {
    await expect(fetchText(`/${name}`, {}, odd.port)).resolves.toBeNull();
  });
});

describe('limits of the fetcher', () => {
  it('stop at the decoded limit, or truncate on request', async () => {
    await expect(fetchText('/large')).resolves.toBeNull();
    expect(await fetchText('/large', { overflow: 'truncate' })).toHaveLength(50_000);
    expect(await fetchText('/large', { maxBytes: 100_000 })).toHaveLength(100_000);
  });

  it.each(Object.keys(bombs))('stop a %s bomb before it is decompressed', async (coding) => {
    const before = process.memoryUsage().rss;
    await expect(fetchText(`/bomb/${coding}`)).resolves.toBeNull();
    expect(process.memoryUsage().rss - before).toBeLessThan(32 * 1024 * 1024);
  });

  it.each(['/endless', '/unending'])('stop the endless stream %s by its size', async (path) => {
    const reasons: string[] = [];
    const fetchPage = createFetchPage({ allow, onFailure: ({ reason }) => reasons.push(reason) });
    const url = `http://127.0.0.1:${site.port}${path}`;
    expect(await fetchPage(url, { accept: ['text/html'], maxBytes: 50_000 })).toBeNull();
    expect(reasons).toEqual(['size']);
  });

  it('abort a server that never responds, stalls, or sends its headers too slowly', async () => {
    await expect(fetchText('/silent')).resolves.toBeNull();
    await expect(fetchText('/stalled')).resolves.toBeNull();
    await expect(fetchText('/slowloris', {}, odd.port)).resolves.toBeNull();
  });

  it('let the caller abort earlier', async () => {
    const left = AbortSignal.abort();
    expect(await countSockets(() => fetchText('/silent', { signal: left }))).toBe(0);
    const startedAt = performance.now();
    expect(await fetchText('/stalled', { signal: AbortSignal.timeout(50) })).toBeNull();
    expect(performance.now() - startedAt).toBeLessThan(limits.totalMs);
  });
});
