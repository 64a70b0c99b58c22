import { formatTimes, formatWhen } from '../base/format.ts';
import { keepsBeside } from '../turn/keep-beside.ts';
import { explainHold } from './explain-hold.ts';
import { isUnasked } from './explain-visit.ts';
import type { AskedHost, AskedUrl, WhyLine, WhyLines } from './explainer.ts';

/** Whether a URL waits, is held, was visited, or is not known; of what a page shows also what that comes to. */
export function explainFrontier(asked: AskedUrl): WhyLines {
  return [frontierLine(asked), ...requisiteLines(asked)];
}

function requisiteLines({ page, settings }: AskedUrl): WhyLines {
  if (page?.role?.is !== 'requisite') return [];
  const { of } = page.role;
  const what = `a requisite (picture, style or script)${of === undefined ? '' : ` of ${of}`}`;
  const line = (verdict: WhyLine['verdict'], fate: string): WhyLines => [
    { step: 'requisite', verdict, detail: `${what}: ${fate}, never a page` },
  ];
  if (page.state === 'visited')
    return page.outcome === 'unsupported'
      ? line('yes', 'kept in the archive beside the pages')
      : line('info', 'its last answer was none to show');
  return keepsBeside(settings)
    ? line('wait', 'to be fetched for the archive')
    : line('no', 'not fetched, as documents.keep is not `all`');
}

function frontierLine({ page, found: { wouldHold, inboxDepth } }: AskedUrl): WhyLine {
  if (!page) {
    const fate = wouldHold === undefined ? '' : `. It would be held: ${explainHold(wouldHold)}`;
    if (inboxDepth !== undefined) {
      const detail = `in the inbox of its host at depth ${inboxDepth}: taken in at the host's next turn${fate}`;
      return { step: 'frontier', verdict: 'wait', detail };
    }
    const detail = `never admitted: no seed, and no link to it was taken up${fate}`;
    return { step: 'frontier', verdict: 'unknown', detail };
  }
  if (page.state === 'pending') {
    const { hold, depth, rank } = page;
    const fate = hold === undefined ? '' : `. The next turn of its host will hold it: ${explainHold(hold)}`;
    return { step: 'frontier', verdict: 'wait', detail: `pending at depth ${depth}, rank ${rank}${fate}` };
  }
  if (page.state === 'held') {
    const { hold, depth } = page;
    const why = hold === undefined ? 'the next turn of its host lets it go' : explainHold(hold);
    return { step: 'frontier', verdict: 'wait', detail: `held at depth ${depth}: ${why}` };
  }
  if (page.state === 'unchecked') {
    const detail = `found at depth ${page.depth}, to be compared with the URLs that are known`;
    return { step: 'frontier', verdict: 'wait', detail };
  }
  const detail = isUnasked(page) ? 'ended without a request' : 'visited';
  return { step: 'frontier', verdict: 'info', detail: `${detail}, depth ${page.depth}` };
}

/** Whether a host has work, and when it is due. */
export function explainHost(asked: AskedHost): WhyLines {
  return [hostLine(asked)];
}

function hostLine({ ports, control, inbox }: AskedHost): WhyLine {
  const now = ports.clock.now();
  if (!control) return { step: 'host', verdict: 'unknown', detail: 'the host is not known' };
  const { counters, politeness: { backoffs } = {} } = control;
  const arriving = inbox === 0 ? '' : `, ${inbox} of them in its inbox`;
  const load = `${counters.pending + inbox} pending${arriving}, ${counters.visited} visited`;
  const failing = backoffs === undefined ? '' : `; failing, backed off from ${formatTimes(backoffs)}`;
  const verdict = backoffs === undefined ? 'info' : 'wait';
  switch (control.state) {
    case 'idle':
      return { step: 'host', verdict, detail: `idle after turn ${control.turn}; ${load}${failing}` };
    case 'ticketed':
      return { step: 'host', verdict, detail: `has its turn ${control.turn} now or soon; ${load}${failing}` };
    case 'due':
      return {
        step: 'host',
        verdict,
        detail: `due ${formatWhen(control.dueAt ?? 0, now)}; ${load}${failing}`,
      };
  }
}
