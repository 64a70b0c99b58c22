import { openStoredPages } from '../../pipeline/collection/stored-pages.ts';
import type { AskedUrl, WhyLines } from '../../pipeline/why/explainer.ts';
import { describeStandIn } from './stand-in.ts';

/** What a page stands in for, as its record says. */
export async function explainStandIn({ ports, job, host, page }: AskedUrl): Promise<WhyLines> {
  if (page?.state !== 'visited') return [];
  const stored = await openStoredPages(ports).of({ job: job.name, host }, page);
  const { standIn } = stored?.record ?? {};
  return standIn === undefined
    ? []
    : [{ step: 'stand-in', verdict: 'info', detail: describeStandIn(standIn) }];
}
