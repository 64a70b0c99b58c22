import { holdOn } from '../domain/control/hold.ts';
import { WinnowError } from '../domain/error.ts';
import { settingsFor } from '../domain/overrides.ts';
import { describeRefusal, scopeOf } from '../domain/scope/scope.ts';
import { identityOf } from '../domain/url/identity.ts';
import { type CanonicalUrl, hostOf } from '../domain/url.ts';
import type { Job } from '../ports/jobs.ts';
import type { Ports } from '../ports/ports.ts';
import { deliver } from './deliver.ts';
import { findPage } from './find-page.ts';
import { settingsOf } from './settings-cache.ts';
import type { FetchReport } from './turn-report.ts';
import { refusal } from './words.ts';

/** How often the frontier is asked whether the visit has been made. */
const askEveryMs = 200;

/**
 * Asks a host to visit one URL next, and waits until it has. Whoever runs the turns is not our business here: the
 * loop of this process, or the functions in the cloud.
 * @param untilMs monotonic ms after which waiting ends
 * @throws WinnowError `usage` for a URL that is refused, `locked` when the visit was not made in time
 */
export async function fetchOne(
  ports: Pick<Ports, 'jobs' | 'hosts' | 'segments' | 'gates' | 'due' | 'clock' | 'entropy'>,
  job: Job,
  input: string,
  options: { readonly until: number; readonly signal?: AbortSignal },
): Promise<FetchReport> {
  const { clock } = ports;
  const url = await admissibleUrl(ports, job, input);
  const host = hostOf(url);
  const hold = holdOn(job.holds, host);
  if (hold !== undefined) {
    throw new WinnowError('usage', `${host} is on hold (${hold.verb} ${hold.what}: ${hold.reason})`);
  }
  const asked = clock.now();
  await deliver(ports, job.name, host, `fetch-${ports.entropy.id()}`, { candidates: [], visit: url });
  await ports.due.put(job.name, { at: asked, host, wake: true });
  while (clock.monotonic() < options.until) {
    await clock.sleep(askEveryMs, options.signal);
    const page = await findPage(ports, job, url);
    if (page?.state !== 'visited' || page.at < asked) continue;
    const control = await ports.hosts.control({ job: job.name, host });
    return {
      host,
      turn: control?.turn ?? 0,
      waitedMs: clock.now() - asked,
      visit: {
        url,
        outcome: page.outcome,
        status: page.status ?? 0,
        ...(page.md5 === undefined ? {} : { md5: page.md5 }),
        ...(page.detail === undefined ? {} : { detail: page.detail }),
        ...(page.next === undefined ? {} : { nextAt: page.next }),
      },
    };
  }
  throw new WinnowError('locked', `${host} did not let us in in time; ask \`winnow why ${url}\``);
}

async function admissibleUrl(ports: Pick<Ports, 'jobs'>, job: Job, input: string): Promise<CanonicalUrl> {
  const settings = await settingsOf(ports.jobs, job.name, job.config);
  const canonical = identityOf(settings).canonicalise(input.trim());
  if (!canonical.ok) throw new WinnowError('usage', `${input}: ${refusal(canonical.refusal)}`);
  const { url } = canonical;
  const verdict = scopeOf(settingsFor(settings, url)).verdict({ url, depth: 0, hostHops: 0 });
  if (!verdict.accepted) throw new WinnowError('usage', `${url} is refused by ${describeRefusal(verdict)}`);
  return canonical.url;
}
