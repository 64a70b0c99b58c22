import { type HeldInTail, tailName, tailReason } from '../../domain/focus/tail.ts';
import type { HeldReason } from '../../domain/frontier/order.ts';
import { yieldReason } from '../../domain/yield/order.ts';
import { bearsOf, feedsOnItself, type YieldRegion } from '../../domain/yield/region.ts';
import { whatLifts } from '../../domain/yield/region-table.ts';

const minuteMs = 60_000;

/** Why a URL is held: what was counted, when it is tried, and what to do about it. */
export function explainHold(hold: HeldReason): string {
  const inTail = tailReason(hold);
  if (inTail !== undefined) return explainTail(inTail);
  const { pattern, kind, estimate, counted } = yieldReason(hold);
  const { heldSince, retryAt } = estimate.held?.region ?? counted;
  const since = heldSince === 0 ? '' : `, since ${new Date(heldSince * minuteMs).toISOString()}`;
  const next = retryAt === 0 ? '' : ` (next at ${retryAt} fetches of the host)`;
  return [
    `its region ${pattern} (URLs of this form) ${because[kind](counted)}, so they wait${since}`,
    `${whatLifts(kind)}${next}`,
    '`winnow crawl --held` fetches them now (`--region` with that name: them alone), yield.accept with that name lets them go for good',
  ].join('. ');
}

function explainTail({ promise, least }: HeldInTail): string {
  return [
    `the links to it promise a relevant page by ${promise.toFixed(3)}, and of pages that promised so little fewer than ${least} (focus.minHarvest) were kept`,
    'A further link that promises more lets it go',
    `\`winnow crawl --held\` fetches such URLs now (\`--region ${tailName}\`: them alone), a lower focus.minHarvest lets more go for good`,
  ].join('. ');
}

const because: Readonly<Record<ReturnType<typeof yieldReason>['kind'], (region: YieldRegion) => string>> = {
  barren(region) {
    const { fetched, brought } = region;
    const bears = bearsOf(region);
    const more =
      feedsOnItself(region) && bears !== undefined
        ? `each that did not led to ${bears.toFixed(1)} more of them that nobody knew`
        : 'what leads to them makes ever more of them';
    return `bring next to nothing new: ${brought} of ${fetched} fetches did, and ${more}`;
  },
  endless: ({ fetched, brought }) =>
    `have no end: ${brought} of ${fetched} fetches brought something new, but their pages lead to nothing but more of them, and hardly another page leads there`,
  vain: ({ fetched, vain }) =>
    `come to an end, but brought nothing new in the last ${vain} of ${fetched} fetches, so that hardly one in fifty more will`,
};
