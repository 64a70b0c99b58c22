import { WinnowError } from '../base/error.ts';
import { isRemoved } from '../domain/control/pause.ts';
import { connectAws } from '../runtime/aws/aws.ts';
import type { StackInstallation } from '../runtime/shared/installation.ts';
import type { RunOptions } from './crawl.ts';
import type { DeployedCrawl } from './open-options.ts';
import { StoredCrawl } from './stored-crawl.ts';

/** A crawl of a deployed stack. Its functions crawl; this process asks, commands and reads. */
export class StackCrawl extends StoredCrawl<StackInstallation> {
  readonly #queue: string | undefined;

  constructor(installation: StackInstallation, { job, queue }: DeployedCrawl) {
    super(installation, job);
    this.#queue = queue;
  }

  protected async *lines(
    { maxPages, forever }: RunOptions,
    signal: AbortSignal,
  ): AsyncGenerator<string, void> {
    if (this.#queue === undefined)
      throw new WinnowError(
        'usage',
        'run: the changes of a stack come by a queue: open the crawl with `queue`',
      );
    if (maxPages !== undefined)
      throw new WinnowError('usage', 'run: a deployed crawl has no maxPages: its job has limits');
    const events = this.installation.events.received(this.name, this.#queue, {
      signal,
      forever: forever ?? false,
    });
    for await (const object of events) {
      yield* object.lines;
      await object.done();
    }
  }

  protected release(): Promise<void> {
    return this.installation.close();
  }
}

/** `openCrawl` for a crawl of a stack. */
export async function openStackCrawl(deployed: DeployedCrawl): Promise<StackCrawl> {
  const installation = await connectAws(deployed.stack);
  try {
    const job = await installation.job(deployed.job);
    if (isRemoved(job)) throw new WinnowError('not-found', `the job ${deployed.job} was removed`);
    return new StackCrawl(installation, deployed);
  } catch (error) {
    await installation.close();
    throw error;
  }
}
