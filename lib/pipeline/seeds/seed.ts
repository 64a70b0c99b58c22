import { defined } from '../../base/defined.ts';
import type { Candidate } from '../../base/links/link.ts';
import { identityOf } from '../../base/url/identity.ts';
import type { CanonicalUrl, HostName } from '../../base/url/url.ts';
import { candidateBytes, cutByBytes } from '../../domain/inbox/cut-by-bytes.ts';
import { settingsFor } from '../../domain/settings/overrides.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { describeRefusal, scopeOf } from '../../rules/scope.ts';
import { readGivenUrl } from '../base/given-url.ts';
import { settingsOf } from '../base/settings-cache.ts';
import { sideBySide } from '../base/side-by-side.ts';
import { deliver } from '../frontier/deliver.ts';
import { changeJob, judgedAnew, mustNotBeRemoved } from '../job/open-job.ts';

export interface SeedReport {
  readonly accepted: readonly { readonly line: number; readonly url: CanonicalUrl }[];
  /** All other lines, except empty lines and comments, with the reason in words. */
  readonly refused: readonly RefusedSeed[];
}

export interface RefusedSeed {
  readonly line: number;
  readonly input: string;
  readonly reason: string;
  /** The earlier line that has the same URL: nothing is wrong with it. */
  readonly sameAs?: number;
}

const hostsAtOnce = 16;
const maxPerItem = 500;
/** What a decoder puts in place of bytes that are not UTF-8. In a URL it would lead to a page that nobody named. */
const notUtf8 = '\ufffd';

/** Reads seed lines. Skips empty lines and those that begin with `#`; keeps the order; refuses repeats. */
export function readSeeds(
  lines: readonly string[],
  settings: JobSettings,
): { readonly report: SeedReport; readonly byHost: ReadonlyMap<HostName, readonly Candidate[]> } {
  const accepted: { line: number; url: CanonicalUrl }[] = [];
  const refused: RefusedSeed[] = [];
  const identity = identityOf(settings);
  const seen = new Map<string, number>();
  const byHost = new Map<HostName, Candidate[]>();
  for (const [index, raw] of lines.entries()) {
    const input = raw.trim();
    const line = index + 1;
    if (input === '' || input.startsWith('#')) continue;
    const refuse = (reason: string, sameAs?: number): void =>
      void refused.push({ line, input: input.slice(0, 300), reason, ...defined({ sameAs }) });
    if (input.includes(notUtf8)) {
      refuse('it has bytes that are no UTF-8: convert the file to UTF-8, or write each such byte as %XX');
      continue;
    }
    const given = readGivenUrl(identity, input);
    if (!given.ok) {
      refuse(given.reason);
      continue;
    }
    const { url, host } = given;
    const verdict = scopeOf(settingsFor(settings, url)).verdict({ url, depth: 0, hostHops: 0 });
    const twin = seen.get(url);
    if (!verdict.accepted) refuse(describeRefusal(verdict));
    else if (twin !== undefined) refuse(`the same as line ${twin}`, twin);
    else {
      seen.set(url, line);
      accepted.push({ line, url });
      const list = byHost.get(host) ?? [];
      list.push({ url, depth: 0, rank: 0 });
      byHost.set(host, list);
    }
  }
  return { report: { accepted, refused }, byHost };
}

/** Puts seeds into the frontier. Known URLs stay as they are. @throws WinnowError `config` for a job that was removed */
export async function seed(
  ports: Pick<Ports, 'jobs' | 'hosts' | 'due' | 'clock' | 'entropy'>,
  job: Job,
  lines: readonly string[],
): Promise<SeedReport> {
  mustNotBeRemoved(job);
  const settings = await settingsOf(ports.jobs, job.name, job.config);
  const { report, byHost } = readSeeds(lines, settings);
  if (job.tail?.held && byHost.size > 0)
    await changeJob(ports, job.name, (was) => ({ ...was, ...judgedAnew(was) }));
  const id = ports.entropy.id();
  await sideBySide([...byHost], hostsAtOnce, async ([host, candidates]) => {
    let start = 0;
    for (const some of cutByBytes(candidates, { bytesOf: candidateBytes, maxItems: maxPerItem })) {
      // Sorts before all messages with links: the claim of a host depends on its first messages.
      await deliver(
        ports,
        { job: job.name, host },
        { id: `0-seed-${id}-${start}`, message: { candidates: some } },
      );
      start += some.length;
    }
  });
  return report;
}
