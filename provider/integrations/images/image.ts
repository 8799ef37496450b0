import type { ChildProcess } from 'node:child_process';
import { Limiter } from '@/lib/utils/limiter';
import type {
  CoverResult,
  CoverTask,
  DrawnCover,
  DrawnPicture,
  ImageResult,
  ImageTask,
  PictureResult,
  PictureTask,
} from '@/provider/integrations/images/image-program';
import { isolatedProgram } from '@/provider/integrations/isolated-program';

// Not imported, because the bundler would otherwise include the forked program.
const { fork } = process.getBuiltinModule('node:child_process');

const memoryMb = 128;
/** Includes the start of the process for the first task, which takes long on a busy machine. */
const taskTimeoutMs = 20_000;
const idleMs = 60_000;

type Result = ImageResult | CoverResult | PictureResult;
type Unnumbered = Omit<ImageTask, 'id'> | Omit<CoverTask, 'id'> | Omit<PictureTask, 'id'>;

/**
 * Decodes images in a child process, which is started by the first task and stopped after an idle minute. If the
 * decoder crashes or hangs, only its pending tasks fail: the next task starts a new process.
 */
class ImageProcess {
  private child: ChildProcess | null = null;
  private readonly pending = new Map<number, (result: Result | null) => void>();
  private lastId = 0;
  private idle: NodeJS.Timeout | undefined;

  constructor(private readonly programs: string | undefined) {}

  /** Returns the image as PNG; null if it cannot be decoded. */
  async draw(task: Omit<ImageTask, 'id'>): Promise<Buffer | null> {
    const result = (await this.run(task)) as ImageResult | null;
    return result?.png ? Buffer.from(result.png) : null;
  }

  /** Returns the image as a cover; null if it cannot be decoded. */
  async drawCover(task: Omit<CoverTask, 'id'>): Promise<DrawnCover | null> {
    const result = (await this.run(task)) as CoverResult | null;
    return result?.cover ?? null;
  }

  /** Returns the image as a picture to keep; null if it cannot be decoded. */
  async drawPicture(task: Omit<PictureTask, 'id'>): Promise<DrawnPicture | null> {
    const result = (await this.run(task)) as PictureResult | null;
    return result?.picture ?? null;
  }

  private run(task: Unnumbered): Promise<Result | null> {
    const id = (this.lastId += 1);
    clearTimeout(this.idle);
    const child = (this.child ??= this.start());
    const { promise, resolve } = Promise.withResolvers<Result | null>();
    const timeout = setTimeout(() => this.end(child), taskTimeoutMs);
    this.pending.set(id, (result) => {
      clearTimeout(timeout);
      this.pending.delete(id);
      if (this.pending.size === 0) this.idle = setTimeout(() => this.end(child), idleMs).unref();
      resolve(result);
    });
    child.send({ ...task, id }, (error) => error && this.end(child));
    return promise;
  }

  private start(): ChildProcess {
    const { file, execArgv } = isolatedProgram('images/image-program', this.programs, {
      memoryMb,
      addons: true,
    });
    const child = fork(file, {
      execArgv,
      env: { NODE_ENV: 'production' },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    child.on('message', (result) => {
      const drawn = result as Result;
      this.pending.get(drawn.id)?.(drawn);
    });
    child.once('error', () => this.end(child));
    child.once('exit', () => this.end(child));
    // An idle decoder must not prevent the server from exiting.
    child.unref();
    child.channel?.unref();
    return child;
  }

  private end(child: ChildProcess): void {
    if (this.child !== child) return;
    this.child = null;
    clearTimeout(this.idle);
    child.kill('SIGKILL');
    for (const settle of [...this.pending.values()]) settle(null);
  }
}

export interface ReencodeOptions {
  /** Longest edge of the result in pixels; smaller images keep their size. */
  readonly edge: number;
  /** Maximum edge of the input. */
  readonly maxInputEdge: number;
  /** Whether to crop a centered square instead of fitting the whole image. */
  readonly cover?: boolean;
  /** Folder of the bundled programs; undefined runs the source of the decoder. */
  readonly programs?: string | undefined;
}

/** Raw pixels, as produced by an ICO decoder. */
export interface RawImage {
  readonly rgba: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/**
 * Decodes a PNG, JPEG, GIF or WebP (its first frame) in a separate process and encodes its pixels as PNG; nothing else
 * of the file is retained. Null for other formats, oversize dimensions, damaged files, and timeouts.
 */
export const reencodeImage = (bytes: Uint8Array, options: ReencodeOptions): Promise<Buffer | null> =>
  draw({ input: bytes, isVector: false, raw: null }, options);

/** Renders an SVG file as PNG, like {@link reencodeImage}. Its scripts, fonts and linked files are not loaded. */
export const rasterizeSvg = (bytes: Uint8Array, options: ReencodeOptions): Promise<Buffer | null> =>
  draw({ input: bytes, isVector: true, raw: null }, options);

/** Encodes decoded pixels as PNG, like {@link reencodeImage}. */
export const encodeRawImage = ({ rgba, width, height }: RawImage, options: ReencodeOptions) =>
  draw({ input: rgba, isVector: false, raw: { width, height } }, options);

const coverLimits = { widths: [320, 640], maxPixels: 40_000_000 } as const;
/** A decoded photograph takes up to 160 MB. */
const covers = new Limiter({ total: 1 });

/**
 * Decodes a PNG, JPEG, GIF or WebP (its first frame) of at most 40 megapixels, like {@link reencodeImage}, and encodes its
 * pixels as WebP of 320 and 640 pixels width. One at a time.
 */
export const drawCover = (bytes: Uint8Array, programs?: string): Promise<DrawnCover | null> =>
  covers.run('', () => processOf(programs).drawCover({ input: bytes, ...coverLimits }));

/** Decodes an image like {@link drawCover} into one small WebP, to choose from. */
export const drawPreview = (bytes: Uint8Array, programs?: string): Promise<DrawnCover | null> =>
  covers.run('', () => processOf(programs).drawCover({ input: bytes, ...coverLimits, widths: [160] }));

/** Decodes an image like {@link drawCover} into one WebP whose longest edge has at most `longestEdge` pixels. */
export const drawPicture = (
  bytes: Uint8Array,
  longestEdge: number,
  programs?: string,
): Promise<DrawnPicture | null> =>
  covers.run('', () =>
    processOf(programs).drawPicture({ input: bytes, longestEdge, maxPixels: coverLimits.maxPixels }),
  );

const processes = new Map<string | undefined, ImageProcess>();

function processOf(programs: string | undefined): ImageProcess {
  const decoder = processes.get(programs) ?? new ImageProcess(programs);
  processes.set(programs, decoder);
  return decoder;
}

function draw(
  source: Pick<ImageTask, 'input' | 'isVector' | 'raw'>,
  { edge, maxInputEdge, cover = false, programs }: ReencodeOptions,
): Promise<Buffer | null> {
  return processOf(programs).draw({ ...source, edge, maxInputEdge, cover });
}
