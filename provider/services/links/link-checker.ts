import { describeError } from '@/lib/observability/describe-error';
import type { PageFailure, ProviderDeps } from '@/provider/deps';
import { claimLinks, enrolLinks, type DueLink } from '@/provider/services/links/claim-links';
import { judgeLink } from '@/provider/services/links/judge-link';
import { reportLinks, type LinkReport } from '@/provider/services/links/report-links';

type Deps = Pick<ProviderDeps, 'db' | 'clock' | 'fetchPage' | 'log'>;

const atOnce = 8;

/**
 * Looks at the pages behind bookmarks, whether they are still there: each at most once in a month, one request to a
 * host at a time. What is claimed is in the database, so any number of processes can do it at once.
 *
 * [Note: Broken links] A page is asked by HEAD; where the site does not take that, or denies the page, by GET from the next run on, and
 * nothing of the answer is read. Not found, gone, an error of the site, no name, no connection and no answer in time
 * are failures; a site that only keeps programs out has the page. After a failure the page is asked the next day, and
 * after three such days its bookmark is broken, until it answers once or the link is changed. What the outbound guard
 * does not let through is left alone.
 */
export class LinkChecker {
  private readonly ending = new AbortController();
  private underWay: Promise<void> | null = null;

  constructor(private readonly deps: Deps) {}

  /** Begins a run, unless one is under way. Failures are logged. */
  start(): void {
    this.underWay ??= this.check()
      .catch((error: unknown) => {
        this.deps.log.warn({ error: describeError(error) }, 'links could not be checked, it is tried again');
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

  /** One run: takes up what is new, and asks what is due. */
  async check(): Promise<void> {
    await enrolLinks(this.deps);
    const waiting = await claimLinks(this.deps);
    const reports: LinkReport[] = [];
    const work = async () => {
      for (let link = waiting.pop(); link; link = waiting.pop()) reports.push(await this.ask(link));
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    if (reports.length > 0) await reportLinks(this.deps, reports);
  }

  private async ask(link: DueLink): Promise<LinkReport> {
    const method = link.byGet ? 'GET' : 'HEAD';
    const { signal } = this.ending;
    let failure: PageFailure | null = { kind: 'later' };
    const page = await this.deps.fetchPage(link.url, {
      method,
      accept: ['*/*'],
      maxBytes: 0,
      signal,
      onFailure: (why) => {
        failure = why;
      },
    });
    if (page) failure = null;
    const isAnswered = page !== null || isAnswer(failure);
    return { link, verdict: judgeLink(method, failure), isAnswered };
  }
}

const isAnswer = (failure: PageFailure | null): boolean =>
  failure?.kind === 'status' || failure?.kind === 'unfit';
