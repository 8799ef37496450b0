import { describeError } from '@/lib/observability/describe-error';
import type { ProviderDeps } from '@/provider/deps';
import { claimPages, enrolPages, isStillDue, type DuePage } from '@/provider/services/pages/claim-pages';
import { indexPages } from '@/provider/services/pages/index-pages';
import { readPage, whenPeopleHaveRead } from '@/provider/services/pages/read-page';
import { reportPages, type Outcome, type PageReport } from '@/provider/services/pages/report-pages';

const atOnce = 3;
/** Shorter than a claim lasts. What is not read by then comes back. */
const runMs = 5 * 60_000;

/**
 * Fetches the text of pages behind bookmarks that have none yet, for accounts that may search in it. What is claimed is
 * in the database, so any number of processes can do it at once.
 *
 * [Note: Page texts] A run asks for some dozens of pages, one of a host, and holds three of them in memory at most. It
 * shares `link_hosts` with the link checks, so a host has one visitor of ours at a time. It gives way: it begins no
 * page while somebody waits for one, and reads in one process, behind everything else that the machine has to do.
 */
export class PageReader {
  private readonly ending = new AbortController();
  private underWay: Promise<void> | null = null;

  constructor(private readonly deps: ProviderDeps) {}

  /** Begins a run, unless one is under way. Failures are logged. */
  start(): void {
    this.underWay ??= this.read()
      .catch((error: unknown) => {
        this.deps.log.warn(
          { error: describeError(error) },
          'page texts could not be read, it is tried again',
        );
      })
      .finally(() => {
        this.underWay = null;
      });
  }

  /** Ends a run that is under way; what it did not finish comes back. */
  async stop(): Promise<void> {
    this.ending.abort();
    await this.underWay;
  }

  /** One run: indexes what was kept without, takes up what is new, and reads what is due. */
  async read(): Promise<void> {
    const { pageTexts, selfHostedPlan } = this.deps.config;
    await indexPages(this.deps, this.ending.signal);
    if (!pageTexts || selfHostedPlan === 'free') return;
    await enrolPages(this.deps);
    const waiting = await claimPages(this.deps);
    const signal = AbortSignal.any([this.ending.signal, AbortSignal.timeout(runMs)]);
    const reports: PageReport[] = [];
    const work = async () => {
      for (let page = waiting.shift(); page; page = waiting.shift()) {
        reports.push({ page, outcome: await this.readOne(page, signal) });
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    if (reports.length > 0) await reportPages(this.deps, reports);
  }

  private async readOne(page: DuePage, signal: AbortSignal): Promise<Outcome> {
    const isOver = () => signal.aborted;
    await whenPeopleHaveRead(this.deps);
    if (isOver()) return 'untouched';
    if (!(await isStillDue(this.deps, page))) return 'over';
    const read = await readPage(this.deps, page, { signal });
    if (read === null) return 'over';
    if (read.isKept) return read.content.status;
    return isOver() ? 'untouched' : 'later';
  }
}
