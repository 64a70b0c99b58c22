import type { AskedUrl, WhyLines } from '../../pipeline/why/explainer.ts';
import { describeStandIn } from './stand-in.ts';

/** What a page stands in for, as its record says. */
export async function explainStandIn({ stored }: AskedUrl): Promise<WhyLines> {
  const { standIn } = (await stored())?.record ?? {};
  return standIn === undefined
    ? []
    : [{ step: 'stand-in', verdict: 'info', detail: describeStandIn(standIn) }];
}
