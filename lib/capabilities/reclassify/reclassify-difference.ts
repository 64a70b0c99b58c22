import { defined } from '../../base/defined.ts';
import type { Visit } from '../../domain/frontier/entry.ts';
import type { JudgeOptions } from '../../domain/orders/judge-order.ts';
import { settingsOf } from '../../pipeline/base/settings-cache.ts';
import { sideBySide } from '../../pipeline/base/side-by-side.ts';
import { eachVisit } from '../../pipeline/frontier/each-visit.ts';
import { eachHost } from '../../pipeline/frontier/host-pages.ts';
import type { SampledDifference } from '../../pipeline/operation/place.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { type Difference, openDifference } from '../../topic/judge.ts';
import { type JudgedVisit, type Judging, openJudge } from './judge-visit.ts';
import { needsJudging } from './needs-judging.ts';

/** Pages whose content is in memory at once. */
const sliceSize = 25;
const pagesAtOnce = 8;

/** What judging a collection again would change. Reads everything, or as much as the trial lets it, and writes nothing. */
export async function difference(
  ports: Judging & Pick<Ports, 'jobs' | 'hosts' | 'segments' | 'clock'>,
  job: Job,
  options: JudgeOptions,
  {
    settings: tried,
    most = Number.POSITIVE_INFINITY,
    endBy = Number.POSITIVE_INFINITY,
  }: SampledDifference = {},
): Promise<Difference> {
  const settings = tried ?? (await settingsOf(ports.jobs, job.name, job.config));
  let taken = 0;
  let isPart: true | undefined;
  const isEnough = (): boolean => {
    if (taken >= most || ports.clock.monotonic() > endBy) isPart = true;
    return isPart === true;
  };
  const tally = openDifference();
  const judge = openJudge(ports, job, settings, options);
  await eachHost(ports, job.name, async (host) => {
    if (isPart) return;
    const key = { job: job.name, host };
    let some: Visit[] = [];
    const judgeSome = async (): Promise<void> => {
      const judged = new Map<Visit, JudgedVisit | undefined>();
      await sideBySide(some, pagesAtOnce, async (visit) => void judged.set(visit, await judge(key, visit)));
      for (const visit of some) {
        const result = judged.get(visit);
        if (result !== undefined) tally.add(result.page);
      }
      some = [];
    };
    await eachVisit(ports, job, host, async (visit) => {
      if (!needsJudging(visit, settings, options)) return;
      if (isEnough()) return 'stop';
      taken += 1;
      some.push(visit);
      if (some.length === sliceSize) await judgeSome();
    });
    await judgeSome();
  });
  return { ...tally.result(), ...defined({ isPart }) };
}
