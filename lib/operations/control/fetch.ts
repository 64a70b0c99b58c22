import { formatDuration, formatRelativeTime } from '../../base/quantity.ts';
import { mustBeOpen } from '../../pipeline/job/open-job.ts';
import { field, text } from '../../pipeline/operation/input.ts';
import { operation } from '../../pipeline/operation/operation.ts';
import { facts, failure } from '../../pipeline/operation/view.ts';
import { fetchOne } from '../../pipeline/seeds/fetch-one.ts';

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
  makesJob: true,
  isAlone: true,
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
