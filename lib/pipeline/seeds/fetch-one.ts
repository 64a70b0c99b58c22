import { defined } from '../../base/defined.ts';
import { WinnowError } from '../../base/error.ts';
import { formatDuration, formatRelativeTime } from '../../base/quantity.ts';
import { identityOf } from '../../base/url/identity.ts';
import { type CanonicalUrl, type HostName, hostOf } from '../../base/url/url.ts';
import { holdOn } from '../../domain/control/hold.ts';
import type { FrontierEntry } from '../../domain/frontier/list-pages.ts';
import { gateKeys } from '../../domain/politeness/gate-key.ts';
import { opensFrom } from '../../domain/politeness/window.ts';
import { settingsFor } from '../../domain/settings/overrides.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { describeRefusal, scopeOf } from '../../rules/scope.ts';
import { readGivenUrl } from '../base/given-url.ts';
import { settingsOf } from '../base/settings-cache.ts';
import { deliver } from '../frontier/deliver.ts';
import { findPage } from '../frontier/find-page.ts';
import { mustBeOpen } from '../job/open-job.ts';
import { field, text } from '../operation/input.ts';
import { operation } from '../operation/operation.ts';
import { facts, failure } from '../operation/view.ts';
import type { FetchReport } from '../turn/turn-report.ts';

/** Ms between two checks whether the visit has been made, while the gate is open: doubled from check to check. */
const [shortestPauseMs, longestPauseMs] = [200, 5_000];

type Fetching = Pick<Ports, 'jobs' | 'hosts' | 'segments' | 'gates' | 'due' | 'clock' | 'entropy'>;

/**
 * Asks a host to visit one URL next, and waits for the visit. The turns may run in this process or in the cloud. Sleeps
 * while the host's gate is closed; then polls the host's control, and reads its body only after a turn was published.
 * @param until monotonic ms after which waiting ends
 * @throws WinnowError `usage` for a URL that is refused; `locked` when the visit is not made in time, also when the gate
 * opens too late: the visit is then made later
 */
export async function fetchOne(
  ports: Fetching,
  job: Job,
  input: string,
  options: { readonly until: number; readonly signal?: AbortSignal },
): Promise<FetchReport> {
  const { clock } = ports;
  const settings = await settingsOf(ports.jobs, job.name, job.config);
  const url = admissibleUrl(settings, input);
  const host = hostOf(url);
  const hold = holdOn(job.holds, host);
  if (hold !== undefined) {
    throw new WinnowError('usage', `${host} is on hold (${hold.verb} ${hold.what}: ${hold.reason})`);
  }
  const key = { job: job.name, host };
  const asked = clock.now();
  let lastPublished = (await ports.hosts.control(key))?.published ?? 0;
  await deliver(
    ports,
    { job: job.name, host },
    { id: `fetch-${ports.entropy.id()}`, message: { candidates: [], visit: url } },
  );
  await ports.due.put(job.name, { at: asked, host, wake: true });
  let pauseMs = shortestPauseMs;
  while (clock.monotonic() < options.until) {
    const { turn = 0, published = 0 } = (await ports.hosts.control(key)) ?? {};
    const page = published > lastPublished ? await findPage(ports, job, url) : undefined;
    lastPublished = published;
    if (page?.state === 'visited' && page.at >= asked) {
      return { host, turn, waitedMs: clock.now() - asked, visit: visitReport(url, page) };
    }
    const opensAt = await opening(ports, host, settingsFor(settings, host).politeness);
    const closedMs = opensAt - clock.now();
    const leftMs = options.until - clock.monotonic();
    if (closedMs > leftMs) throw tooLate(url, ` (it will at ${new Date(opensAt).toISOString()})`);
    await clock.sleep(Math.min(leftMs, Math.max(closedMs, pauseMs)), options.signal);
    pauseMs = closedMs > 0 ? shortestPauseMs : Math.min(longestPauseMs, 2 * pauseMs);
  }
  throw tooLate(url, '');
}

/** Epoch ms from which a host may be asked. A gate with an owner counts as open: mostly it opens before its lease ends. */
async function opening(
  { gates, clock }: Pick<Ports, 'gates' | 'clock'>,
  host: HostName,
  politeness: JobSettings['politeness'],
): Promise<number> {
  const closed = await Promise.all(gateKeys(host, politeness).map((key) => gates.gate(key)));
  const times = closed.map((gate) => (gate?.owner === undefined ? (gate?.notBefore ?? 0) : 0));
  return opensFrom(politeness.window, Math.max(clock.now(), ...times));
}

function visitReport(url: CanonicalUrl, page: Extract<FrontierEntry, { readonly state: 'visited' }>) {
  return {
    url,
    outcome: page.outcome,
    status: page.status ?? 0,
    ...defined({ md5: page.md5, detail: page.detail, nextAt: page.next }),
  };
}

function tooLate(url: CanonicalUrl, when: string): WinnowError {
  return new WinnowError(
    'locked',
    `${hostOf(url)} did not let us in in time${when}; the page is visited when it does: ask \`winnow why ${url}\``,
  );
}

function admissibleUrl(settings: JobSettings, input: string): CanonicalUrl {
  const given = readGivenUrl(identityOf(settings), input.trim());
  if (!given.ok) throw new WinnowError('usage', `${input}: ${given.reason}`);
  const { url } = given;
  const verdict = scopeOf(settingsFor(settings, url)).verdict({ url, depth: 0, hostHops: 0 });
  if (!verdict.accepted) throw new WinnowError('usage', `${url} is refused by ${describeRefusal(verdict)}`);
  return url;
}

/** How long an asker waits: on AWS the schedule dispatches within a minute, and then the gate may have to open. */
const waitMs = 300_000;

/** Visits one page now, due or not, after waiting for its host, and says what came of it. */
export const fetchPage = operation({
  about: 'job',
  input: {
    url: field(text('must be a URL', 8_192), { says: 'the URL of the page to fetch', isArgument: true }),
  },
  effect: 'changes',
  hasNoDryRun: true,
  job: 'made',
  isAlone: true,
  runsTurns: true,
  async run({ ports, of, endBy, withTurns = (_, work) => work() }, { url }, { signal }) {
    mustBeOpen(of);
    const until = endBy ?? ports.clock.monotonic() + waitMs;
    return await withTurns({ job: of, url, signal }, () => fetchOne(ports, of, url, { until, signal }));
  },
  view({ host, turn, waitedMs, visit }, { now }) {
    const { url, outcome, detail, status, md5, nextAt } = visit;
    const told = facts([
      ['url', url],
      ['outcome', detail === undefined ? outcome : `${outcome}: ${detail}`],
      ['status', status === 0 ? 'no answer' : String(status)],
      ['record', md5],
      ['next visit', nextAt === undefined ? 'never' : formatRelativeTime(nextAt, now)],
      ['turn', `${turn} of ${host}, ${formatDuration(waitedMs)}`],
    ]);
    return [[told, ...(outcome === 'failed' ? [failure()] : [])]];
  },
});
