import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { freePort } from '@/tooling/test/free-port';
import { type Driver, type Engine, findProgram, type Key, type Point, scriptOf } from './driver';

const packages = ['webkit2gtk-driver', 'xvfb'];

/**
 * The MiniBrowser of WebKitGTK on a virtual screen, driven over WebDriver. A session is a browser with a profile of its
 * own. No package drives it without also bringing drivers of other browsers, and these are a dozen commands.
 */
export async function startWebKit(): Promise<Engine> {
  const miniBrowser = findProgram(['/usr/lib/*/webkit2gtk-4.?/MiniBrowser'], packages);
  const driver = findProgram(['/usr/bin/WebKitWebDriver'], packages);
  const screen = await startScreen(findProgram(['/usr/bin/Xvfb'], packages));
  const port = await freePort();
  const service = spawn(driver, [`--port=${port}`], {
    env: { ...process.env, DISPLAY: screen.display, LANG: 'C.UTF-8' },
    stdio: 'ignore',
  });
  const base = `http://127.0.0.1:${port}`;
  await untilListening(base, service);
  return {
    name: 'WebKit',
    newTab: async () => {
      // Without its toolbar the window can be as narrow as a phone.
      const options = { binary: miniBrowser, args: ['--automation', '--full-screen'] };
      const alwaysMatch = { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options };
      const { sessionId } = await command<{ sessionId: string }>(`${base}/session`, {
        capabilities: { alwaysMatch },
      });
      const tab = drive(`${base}/session/${sessionId}`);
      await tab.resize(1280, 900);
      return tab;
    },
    close: async () => {
      await end(service);
      await end(screen.process);
    },
  };
}

async function startScreen(program: string): Promise<{ process: ChildProcess; display: string }> {
  const options = ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'];
  const child = spawn(program, options, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const [number] = (await once(child.stdio[3] as Readable, 'data')) as [Buffer];
  return { process: child, display: `:${number.toString().trim()}` };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill();
  await once(child, 'exit');
}

async function untilListening(base: string, service: ChildProcess): Promise<void> {
  while (service.exitCode === null) {
    const isReady = await fetch(`${base}/status`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
  }
  throw new Error('WebKitWebDriver ended during its start.');
}

/** Sends a command of WebDriver; without a body, a GET. */
async function command<Result>(url: string, body?: object, method = body ? 'POST' : 'GET'): Promise<Result> {
  const response = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) });
  const { value } = (await response.json()) as { value: Result & { error?: string; message?: string } };
  if (!response.ok) throw new Error(`${method} ${new URL(url).pathname}: ${value.error} ${value.message}`);
  return value;
}

/** Keys as characters of the private use area: https://www.w3.org/TR/webdriver2/#keyboard-actions */
const codes: Record<Key, string> = {
  Control: '\uE009',
  Enter: '\uE007',
  Escape: '\uE00C',
  ArrowDown: '\uE015',
  ArrowUp: '\uE013',
};
const codeOf = (key: string): string => (codes as Record<string, string>)[key] ?? key;

type KeyAction = { type: 'keyDown' | 'keyUp'; value: string };
const down = (value: string): KeyAction => ({ type: 'keyDown', value });
const up = (value: string): KeyAction => ({ type: 'keyUp', value });

const moveTo = ({ x, y }: Point, duration = 0) => ({
  type: 'pointerMove',
  duration,
  x: Math.round(x),
  y: Math.round(y),
});

const elementKey = 'element-6066-11e4-a52e-4f735466cecf';

function drive(session: string): Driver {
  const perform = async (source: object): Promise<void> => {
    await command(`${session}/actions`, { actions: [source] });
  };
  const mouse = (actions: object[]) => perform({ type: 'pointer', id: 'mouse', actions });
  const keyboard = (actions: KeyAction[]) => perform({ type: 'key', id: 'keyboard', actions });
  const press = { type: 'pointerDown', button: 0 };
  const release = { type: 'pointerUp', button: 0 };
  const run: Driver['run'] = async (action, ...args) => {
    const script = `const done = arguments[arguments.length - 1];
      Promise.resolve(${scriptOf(action, args)})
        .then((value) => done({ value }), (error) => done({ error: String(error) }));`;
    const result = await command<{ value?: unknown; error?: string }>(`${session}/execute/async`, {
      script,
      args: [],
    });
    if (result.error !== undefined) throw new Error(result.error);
    return result.value as never;
  };
  return {
    open: (url) => command(`${session}/url`, { url }),
    run,
    click: (point) => mouse([moveTo(point), press, release]),
    drag: async ([start, ...others], untilFollowed) => {
      await mouse([...(start ? [moveTo(start)] : []), press, ...others.map((point) => moveTo(point, 100))]);
      await untilFollowed();
      await mouse([release]);
    },
    type: (text) => keyboard([...text].flatMap((letter) => [down(letter), up(letter)])),
    press: (...keys) => keyboard([...keys.map(codeOf).map(down), ...keys.map(codeOf).toReversed().map(up)]),
    upload: async (file) => {
      const input = await command<Record<string, string>>(`${session}/element`, {
        using: 'css selector',
        value: 'input[type=file]',
      });
      await command(`${session}/element/${input[elementKey]}/value`, { text: file });
    },
    resize: (width, height) => command(`${session}/window/rect`, { width, height }),
    errors: () => [],
    close: () => command(session, undefined, 'DELETE'),
  };
}
