import { formatCount } from '../../../lib/base/quantity.ts';
import type { FreedReport } from '../../../lib/runtime/shared/installation.ts';
import type { Io } from '../../io.ts';
import type { CommandTarget } from '../base/context.ts';
import { logged } from '../base/request-options.ts';
import type { CrawlLimits } from './crawl-locally.ts';

/** Lets go what is held now, if the options say so, enters that in the command log, and prints how much it is. */
export async function freeHeld(
  { crawl, installation, job }: CommandTarget,
  { held, host, region }: Pick<CrawlLimits, 'held' | 'host' | 'region'>,
  io: Io,
): Promise<void> {
  if (held !== true) return;
  const command = `${io.program} crawl --held`;
  const entry = { command: 'crawl --held', job, ...(host && { host }), ...(region && { region }) };
  const freed = await logged(installation.place, { reason: command }, { entry }, () =>
    crawl.freeHeld({ host, region }),
  );
  // The request id is drawn at random here, so no earlier request can have the same one.
  if ('done' in freed) io.err(renderFreed(freed.done));
}

export function renderFreed({ urls, hosts }: FreedReport): string {
  if (urls === 0) return 'nothing that is meant is held\n';
  const are = urls === 1 ? 'is' : 'are';
  return `${formatCount(urls, 'held URL')} of ${formatCount(hosts, 'host')} ${are} let go; what they lead to is judged anew\n`;
}
