/** Connection to the inspector of a Node process over the Chrome DevTools Protocol. */
export interface Inspector {
  /** Collects garbage and returns the heap that is still in use, in MB. */
  heapInUse(): Promise<number>;
  close(): void;
}

interface Reply {
  id?: number;
  result?: unknown;
  error?: { message: string };
}

const listing = 'http://127.0.0.1:9229/json/list';

/** Opens the inspector of a process with SIGUSR1, on the default port of Node, and connects to it. */
export async function attachInspector(pid: number): Promise<Inspector> {
  process.kill(pid, 'SIGUSR1');
  const socket = new WebSocket(await findTarget());
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', () => reject(new Error('the inspector does not respond')));
  });
  let latest = 0;
  const send = <Result>(method: string): Promise<Result> => {
    latest += 1;
    const id = latest;
    return new Promise<Result>((resolve, reject) => {
      const onMessage = ({ data }: MessageEvent): void => {
        const reply = JSON.parse(String(data)) as Reply;
        if (reply.id !== id) return;
        socket.removeEventListener('message', onMessage);
        if (reply.error) reject(new Error(reply.error.message));
        else resolve(reply.result as Result);
      };
      socket.addEventListener('message', onMessage);
      socket.send(JSON.stringify({ id, method }));
    });
  };
  return {
    heapInUse: async () => {
      await send('HeapProfiler.collectGarbage');
      const { usedSize } = await send<{ usedSize: number }>('Runtime.getHeapUsage');
      return usedSize / 2 ** 20;
    },
    close: () => socket.close(),
  };
}

async function findTarget(): Promise<string> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const response = await fetch(listing).catch(() => null);
    const targets = response === null ? [] : ((await response.json()) as { webSocketDebuggerUrl: string }[]);
    if (targets[0]) return targets[0].webSocketDebuggerUrl;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('no inspector on port 9229');
}
