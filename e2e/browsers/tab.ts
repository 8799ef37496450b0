import { setTimeout as wait } from 'node:timers/promises';
import type { OperationId, Output } from '@/lib/contract/index';
import { routes } from '@/lib/contract/routes';
import { fillPath } from '../fixtures/api';
import type { Driver, Point } from './driver';

const selectors = {
  alert: '[role=alert]',
  button: 'button, [role=button]',
  checkbox: 'input[type=checkbox], [role=checkbox]',
  dialog: '[role=dialog], dialog',
  field: 'input, textarea',
  heading: 'h1, h2, h3',
  link: 'a[href]',
  list: 'ul, ol, [role=list]',
  main: 'main',
  switch: '[role=switch]',
} as const;

/** What a user looks for: an element with a role and a name, within another. The name may be a pattern. */
export interface Target {
  role: keyof typeof selectors;
  name?: string | RegExp;
  in?: Target;
}

interface Step {
  selector: string;
  pattern: string;
}

function stepsOf({ role, name = /^/, in: outer }: Target): Step[] {
  const pattern = typeof name === 'string' ? `^${RegExp.escape(name)}$` : name.source;
  return [...(outer ? stepsOf(outer) : []), { selector: selectors[role], pattern }];
}

interface Found extends Point {
  top: number;
  height: number;
  value: string;
  /** What covers its center, if anything. */
  cover: string | null;
  /** Whether it moves with an animation. On a busy machine, none of its frames may be drawn between two looks. */
  isMoving: boolean;
}

/** Runs in the page. Scrolls the first visible match into view. */
function locate(steps: Step[]): Found | null {
  const nameOf = (element: Element): string => {
    const ids = element.getAttribute('aria-labelledby')?.split(' ') ?? [];
    const texts = [
      element.getAttribute('aria-label'),
      ids.map((id) => document.getElementById(id)?.textContent).join(' '),
      'labels' in element ? (element as HTMLInputElement).labels?.[0]?.textContent : null,
      element.textContent,
      element.getAttribute('placeholder'),
    ];
    return (texts.find((text) => text) ?? '').replaceAll(/\s+/g, ' ').trim();
  };
  const isShown = (element: Element): boolean =>
    element.checkVisibility({ visibilityProperty: true }) &&
    element.getBoundingClientRect().width > 0 &&
    element.closest('[inert], [aria-hidden=true]') === null;
  let found: (Element | Document)[] = [document];
  for (const { selector, pattern } of steps) {
    found = found.flatMap((outer) =>
      [...outer.querySelectorAll(selector)].filter(
        (element) => isShown(element) && new RegExp(pattern).test(nameOf(element)),
      ),
    );
  }
  const [element] = found;
  if (!(element instanceof Element)) return null;
  element.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  const { left, top, width, height } = element.getBoundingClientRect();
  const center = { x: left + width / 2, y: top + height / 2 };
  const hit = document.elementFromPoint(center.x, center.y);
  const isHit =
    hit !== null && (element.contains(hit) || hit.contains(element) || hit.closest('label') !== null);
  const isMoving = document
    .getAnimations()
    .some(
      ({ effect, playState }) =>
        playState !== 'finished' && effect instanceof KeyframeEffect && effect.target?.contains(element),
    );
  return {
    ...center,
    top,
    height,
    value: 'value' in element ? String(element.value) : '',
    cover: isHit ? null : (hit?.outerHTML.slice(0, 200) ?? 'nothing'),
    isMoving,
  };
}

const printTarget = ({ role, name = '', in: outer }: Target): string =>
  `${role} ${String(name)}${outer ? ` in ${printTarget(outer)}` : ''}`;

interface ApiInput {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: object;
}

/** Ends a test that hangs; sufficient for a slow machine. */
const timeoutMs = 60_000;

/** Waits until a condition holds, which is checked often. Fails with its last result. */
export async function until<Result>(
  what: string,
  check: () => Promise<Result>,
  holds: (result: Result) => boolean = Boolean,
): Promise<Result> {
  const end = Date.now() + timeoutMs;
  for (;;) {
    const result = await check();
    if (holds(result)) return result;
    if (Date.now() > end) throw new Error(`Expected ${what}, but got ${JSON.stringify(result)}`);
    await wait(50);
  }
}

/** The page as a user sees it, in any browser. */
export class Tab {
  constructor(
    readonly driver: Driver,
    readonly origin: string,
  ) {}

  /** Opens a page of the app and waits for hydration; until then, its controls are disabled. */
  async open(path: string, origin = this.origin): Promise<void> {
    await this.driver.open(`${origin}${path}`);
    await until('hydration', () =>
      this.driver.run(() => document.querySelector('[data-hydrating]') === null),
    );
  }

  see(target: Target): Promise<Found> {
    return until(
      printTarget(target),
      () => this.driver.run(locate, stepsOf(target)),
      Boolean,
    ) as Promise<Found>;
  }

  async expectGone(target: Target): Promise<void> {
    await until(
      `no ${printTarget(target)}`,
      () => this.driver.run(locate, stepsOf(target)),
      (found) => found === null,
    );
  }

  /** Clicks an element as soon as nothing covers it and it stands still. */
  async click(target: Target): Promise<void> {
    let last: Found | null = null;
    const found = await until(
      `to reach ${printTarget(target)}`,
      async () => {
        const now = await this.driver.run(locate, stepsOf(target));
        const isStill =
          now !== null && last !== null && !now.isMoving && now.x === last.x && now.y === last.y;
        last = now;
        return { now, isStill };
      },
      ({ now, isStill }) => isStill && now?.cover === null,
    );
    if (found.now) await this.driver.click(found.now);
  }

  async fill(name: string | RegExp, text: string, outer?: Target): Promise<void> {
    const field: Target = { role: 'field', name, ...(outer && { in: outer }) };
    await this.click(field);
    await this.driver.press('Control', 'a');
    await this.driver.type(text);
    await until(
      `${String(name)} to be filled in`,
      async () => (await this.see(field)).value,
      (value) => value === text,
    );
  }

  path(): Promise<string> {
    return this.driver.run(() => location.pathname);
  }

  async expectPath(path: string): Promise<void> {
    await until(
      `the page ${path}`,
      () => this.path(),
      (now) => now === path,
    );
  }

  /** Calls the API with the session of the page. */
  call<Id extends OperationId>(
    id: Id,
    { params = {}, query = {}, body }: ApiInput = {},
  ): Promise<Output<Id>> {
    const { method, path } = routes[id];
    return this.driver.run(
      async (how: string, where: string, data: unknown) => {
        const response = await fetch(where, {
          method: how,
          ...(data !== null && {
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(data),
          }),
        });
        if (!response.ok) throw new Error(`${where}: ${response.status} ${await response.text()}`);
        return (response.status === 204 ? null : await response.json()) as Output<Id>;
      },
      method,
      `${fillPath(path, params)}?${new URLSearchParams(query).toString()}`,
      body ?? null,
    );
  }
}
