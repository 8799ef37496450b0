import { startPostgres } from '../postgres/start-postgres';

const [dataDir = ''] = process.argv.slice(2);
const server = await startPostgres({ dataDir, log: () => undefined });
process.send?.({ url: server.url, pid: server.pid });
setInterval(() => undefined, 60_000);
