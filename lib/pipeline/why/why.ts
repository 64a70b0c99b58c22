import { canonicalise } from '../../base/url/canonicalise.ts';
import type { CanonicalUrl, HostName } from '../../base/url/url.ts';
import { holdOn } from '../../domain/control/hold.ts';
import type { FrontierEntry } from '../../domain/frontier/list-pages.ts';
import { settingsFor } from '../../domain/settings/overrides.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import type { HostControl } from '../../ports/hosts.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { readJudgement, topicVersion } from '../../topic/settings.ts';
import { formatTimes, formatWhen } from '../base/format.ts';
import { settingsOf } from '../base/settings-cache.ts';
import { type LookUp, lookUp } from '../frontier/find-page.ts';
import { needsJudging } from '../reclassify/needs-judging.ts';
import type { WhyReport } from '../report/reports.ts';
import { explainBudgets } from './explain-budgets.ts';
import { explainContent } from './explain-content.ts';
import { explainGap } from './explain-gap.ts';
import { explainHold } from './explain-hold.ts';
import { explainRobots } from './explain-robots.ts';
import { explainScope } from './explain-scope.ts';
import { explainStrategy } from './explain-strategy.ts';
import { explainUrl } from './explain-url.ts';
import { explainVisit, isUnasked } from './explain-visit.ts';

type Line = WhyReport['lines'][number];
/** Without a fetcher, a gate that the hosts of one address share is not named; without a reader, plug-ins are not asked. */
type Asked = Pick<
  Ports,
  'jobs' | 'hosts' | 'segments' | 'gates' | 'robots' | 'clock' | 'records' | 'changes' | 'offTopic' | 'models'
> &
  Partial<Pick<Ports, 'fetcher' | 'reader'>> & {
    /** Why the network rules forbid a URL, whatever the scope says: by its port, or its address. */
    readonly networkRefusal?: (url: CanonicalUrl, network: JobSettings['network']) => string | undefined;
  };

/**
 * Everything that decides about one URL, known or not, in the order in which a crawl decides. For a host: when it may next
 * be asked. Fetches nothing.
 */
export async function why(ports: Asked, job: Job, input: string): Promise<WhyReport> {
  const settings = await settingsOf(ports.jobs, job.name, job.config);
  const only = hostName(input);
  if (only !== undefined) return await whyHost(ports, job, input, only, settings);
  const { canonical, lines: steps } = explainUrl(input.trim(), settings);
  if (!canonical.ok) return { input, lines: steps };
  const { url, host } = canonical;
  const { page, hostHops, wouldHold, inboxDepth } = await lookUp(ports, job, url, settings);
  const control = await ports.hosts.control({ job: job.name, host });
  const [inbox = 0] = await ports.hosts.inboxUrls(job.name, [host]);
  const depth = page?.depth ?? inboxDepth ?? 0;
  const lines: Line[] = [
    ...steps,
    ...explainScope({ url, depth, hostHops }, page, settings),
    ...networkLines(ports.networkRefusal?.(url, settingsFor(settings, url).network)),
    ...(await explainRobots(ports, url, settingsFor(settings, url))),
    frontierLine(page, { wouldHold, inboxDepth }),
    ...(page?.state === 'pending' ? await explainStrategy(ports, job, settings, url) : []),
    ...explainBudgets(host, control, page?.state, settings),
    hostLine(control, ports.clock.now(), inbox),
    ...(await explainGap(ports, host, settingsFor(settings, host))),
    ...explainVisit(page, settings, ports.clock.now()),
    ...(await explainContent(ports, job, settings, url, page)),
    ...topicLines(page, settings),
  ];
  lines.push(...jobLines(job, host));
  return { input, url, host, lines };
}

/** A host as people write it, without scheme and path; undefined if the input is not a host. */
function hostName(input: string): HostName | undefined {
  const text = input.trim();
  if (!/^(?:[^\s/?#@:.]*\.[^\s/?#@:]*|localhost|\[[\da-f:.]+\])(?::\d+)?$/i.test(text)) return undefined;
  const canonical = canonicalise(`http://${text}/`);
  return canonical.ok ? canonical.host : undefined;
}

async function whyHost(
  ports: Asked,
  job: Job,
  input: string,
  host: HostName,
  settings: JobSettings,
): Promise<WhyReport> {
  const control = await ports.hosts.control({ job: job.name, host });
  const [inbox = 0] = await ports.hosts.inboxUrls(job.name, [host]);
  const lines: Line[] = [
    hostLine(control, ports.clock.now(), inbox),
    ...(await explainGap(ports, host, settingsFor(settings, host))),
  ];
  lines.push(...jobLines(job, host));
  return { input, host, lines };
}

/** The state of the job, and a hold on the host, as people set them. */
function jobLines({ state, pause, holds }: Job, host: HostName): readonly Line[] {
  const lines: Line[] = [];
  const hold = holdOn(holds, host);
  if (hold !== undefined) {
    const detail = `${holdText[hold.verb]} (${hold.what}): ${hold.reason}`;
    lines.push({ step: 'job', verdict: hold.verb === 'block' ? 'no' : 'wait', detail });
  }
  if (state !== 'open') {
    lines.push({ step: 'job', verdict: 'wait', detail: `the job is ${state}: ${pause?.reason ?? ''}` });
  }
  return lines;
}

function networkLines(refusal: string | undefined): readonly Line[] {
  return refusal === undefined ? [] : [{ step: 'address', verdict: 'no', detail: refusal }];
}
const holdText = {
  pause: 'the host is paused',
  stop: 'the host is stopped',
  drain: 'the host is drained',
  block: 'the host is blocked',
} as const;

function frontierLine(page: FrontierEntry | undefined, { wouldHold, inboxDepth }: Partial<LookUp>): Line {
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

/** @param inbox URLs in its inbox */
function hostLine(control: HostControl | undefined, now: number, inbox: number): Line {
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

/** Tells if another version of the topic than the present one judged the page. */
function topicLines(page: FrontierEntry | undefined, settings: JobSettings): Line[] {
  if (page?.state !== 'visited' || !needsJudging(page, settings, {})) return [];
  const { by } = readJudgement(page.judged);
  const now = topicVersion(settingsFor(settings, page.url).topic);
  const before = by === '' ? 'never judged by a topic' : `judged by topic ${by}`;
  const detail = `${before}, the present one is ${now}: \`winnow reclassify\` applies it`;
  return [{ step: 'topic', verdict: 'info', detail }];
}
