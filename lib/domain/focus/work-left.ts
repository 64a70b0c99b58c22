import { span } from '../../base/format-span.ts';
import { groupDigits } from '../../base/group-digits.ts';

/**
 * What a crawl has left, by why it waits. No URL is in two of them:
 * - `gap`: its host is well and has its next turn later. - `back-off`: its host fails and is left alone.
 * - `inbox`: its host reads it at its next turn; it may be known there already.
 * - `domain`: its host may not be tried yet. - `budget`: a budget is used up. - `yield`: its region brings nothing new.
 * - `tail`: pages of URLs that promise as much brought too little (`tail.ts`).
 * - `strategy`: the stages of its site are over. - `hold`: people hold its host. - `cut`: links that budgets did not let in. - `segments`: links held back.
 */
export interface Left {
  readonly why:
    | 'gap'
    | 'inbox'
    | 'back-off'
    | 'domain'
    | 'budget'
    | 'yield'
    | 'tail'
    | 'hold'
    | 'strategy'
    | 'cut'
    | 'segments';
  /** URLs that wait for their first visit; of `cut` links, of `segments` link segments. */
  readonly count: number;
  /** There may be more: not everything could be counted in time. */
  readonly atLeast?: true;
  /** Hosts that they are on, where that is counted. */
  readonly hosts?: number;
  /** Epoch ms at which the first of these hosts is asked, where time is what they wait for. */
  readonly nextAt?: number;
  /** What is expected of URLs that their regions hold; absent where nobody looked. */
  readonly held?: HeldOutlook;
  /** What is expected of the tail. */
  readonly tail?: HeldTail;
}

/** The tail of a job, which is held. */
export interface HeldTail {
  readonly held: number;
  /** Relevant pages that are expected among its URLs. */
  readonly relevant: number;
  /** The harvest below which a band of promise belongs to it. */
  readonly least: number;
}

/** What is expected of URLs that their regions hold. */
export interface HeldOutlook {
  /** Pages with something new among them. */
  readonly expected: number;
  /** Some of the regions, with why they are held: `/calendar?month: barren`. */
  readonly regions: readonly string[];
}

/** How many URLs are pending, and how many of them are in inboxes. */
export function pendingUrls(known: {
  readonly pending: number;
  readonly inboxes?: { readonly urls: number; readonly atLeast?: true };
}): string {
  const { pending, inboxes } = known;
  const all = `${inboxes?.atLeast ? 'at least ' : ''}${groupDigits(pending)} ${pending === 1 ? 'URL' : 'URLs'}`;
  return inboxes === undefined ? all : `${all}, ${groupDigits(inboxes.urls)} of them in inboxes`;
}

/** What is left and why, as a clause, and the command that shows more of it. @param now epoch ms */
export function describeLeft(left: Left, now: number): { readonly what: string; readonly show: string } {
  const { why, count, hosts = 0 } = left;
  const urls = `${groupDigits(count)} ${count === 1 ? 'URL' : 'URLs'}`;
  const is = count === 1 ? 'is' : 'are';
  const of = `${groupDigits(hosts)} ${hosts === 1 ? 'host' : 'hosts'}`;
  switch (why) {
    case 'gap':
      return {
        what: `${urls} ${count === 1 ? 'waits for the next turn of its host' : 'wait for the next turns of their hosts'}${soonest(left, now)}`,
        show: 'winnow hosts',
      };
    case 'inbox':
      return {
        what: `${left.atLeast ? 'at least ' : ''}${urls} ${count === 1 ? 'waits' : 'wait'} in inboxes, which the next turns of their hosts read`,
        show: 'winnow hosts',
      };
    case 'back-off':
      return {
        what: `${of} that ${hosts === 1 ? 'fails is' : 'fail are'} left alone for a while, with ${urls} pending${soonest(left, now)}`,
        show: 'winnow hosts',
      };
    case 'yield':
      return {
        what: `${urls} of ${of} ${is} held, as such pages bring nothing new, or lead to nothing but more of themselves (yield)${outlookOf(left)}`,
        show: 'winnow regions',
      };
    case 'tail':
      return { what: `${urls} ${is} held${tailOutlook(left)}`, show: 'winnow why URL' };
    case 'domain':
      return {
        what: `${of} ${hosts === 1 ? 'is' : 'are'} held, as others of their domain bring nothing new or are being tried (budgets.newHosts), with ${urls} pending`,
        show: 'winnow status',
      };
    case 'budget':
      return {
        what: `${urls} of ${of} ${is} held by budgets that are used up (budgets)`,
        show: 'winnow why URL',
      };
    case 'cut': {
      const links = `${groupDigits(count)} ${count === 1 ? 'link' : 'links'}`;
      return {
        what: `${links} to ${of} ${count === 1 ? 'was' : 'were'} not taken in: a budget is used up (budgets)`,
        show: 'winnow why URL',
      };
    }
    case 'strategy':
      return {
        what: `${urls} of ${of} ${count === 1 ? 'rests' : 'rest'}, as all stages of the strategy are over there`,
        show: 'winnow strategy',
      };
    case 'hold':
      return { what: `${urls} ${is} of hosts on hold, by people`, show: 'winnow hosts' };
    case 'segments':
      return {
        what: `${groupDigits(count)} link ${count === 1 ? 'segment is' : 'segments are'} held back (autoRecycleLinks: false); \`winnow recycle\` takes them up`,
        show: 'winnow status',
      };
  }
}

function outlookOf({ held }: Left): string {
  if (held === undefined) return '';
  const { regions } = held;
  const pages = Math.round(held.expected) <= 1 ? 'a page' : 'pages';
  return `; ${expectedOf(held.expected)} expected to be ${pages} with something new (${regions.join(', ')}); ${freeing}`;
}

const freeing = '`winnow crawl --held` fetches them now';

function tailOutlook({ tail }: Left): string {
  if (tail === undefined) return '';
  return `, as each is expected to be relevant by less than ${tail.least} (focus.minHarvest); ${expectedOf(tail.relevant)} expected to be relevant; ${freeing}`;
}

function expectedOf(pages: number): string {
  const about = Math.round(pages);
  if (about === 0) return 'hardly one of them is';
  return `about ${groupDigits(about)} of them ${about === 1 ? 'is' : 'are'}`;
}

function soonest({ nextAt }: Left, now: number): string {
  if (nextAt === undefined) return '';
  return nextAt <= now ? ', the first is due now' : `, the first is due in ${span(nextAt - now)}`;
}
