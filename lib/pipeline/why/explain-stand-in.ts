import { describeStandIn } from '../../domain/stand-ins/stand-in.ts';
import { openStoredPages } from '../collection/stored-pages.ts';
import type { AskedUrl, Lines } from './explainer.ts';

/** What a page stands in for, as its record says. */
export async function explainStandIn({ ports, job, host, page }: AskedUrl): Promise<Lines> {
  if (page?.state !== 'visited') return [];
  const stored = await openStoredPages(ports).of({ job: job.name, host }, page);
  const { standIn } = stored?.record ?? {};
  return standIn === undefined
    ? []
    : [{ step: 'stand-in', verdict: 'info', detail: describeStandIn(standIn) }];
}
