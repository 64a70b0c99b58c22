import { identityOf } from '../../base/url/identity.ts';
import { isRemoved } from '../../domain/control/pause.ts';
import { describeLeft } from '../../domain/focus/work-left.ts';
import { requireContact } from '../../domain/settings/contact.ts';
import { settingsFor } from '../../domain/settings/overrides.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import type { Timing } from '../../domain/settings/timing.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { describeRefusal, scopeDoubts, scopeOf } from '../../rules/scope.ts';
import { topicDoubts } from '../../topic/judge.ts';
import { troublesOf } from '../report/job-trouble.ts';
import type { Check, Status } from '../report/reports.ts';
import { askRobots } from '../robots/ask-robots.ts';
import { otherOpinion } from './explain-robots.ts';

/** The most seeds whose robots.txt is asked for: enough to see a mistake, few enough to be quick. */
const maxSeeds = 10;

export function contactCheck(settings: JobSettings): Check {
  const name = 'contact address';
  try {
    requireContact(settings);
  } catch (error) {
    return {
      name,
      ok: 'fail',
      detail: (error as Error).message,
      advice: 'put a page or a mail address there that the people whose sites you crawl can turn to',
    };
  }
  return { name, ok: 'ok', detail: settings.identity.contact ?? 'none, and none is needed on loopback' };
}

/** One check for each setting that its writer hardly intended. */
export function settingsChecks(settings: JobSettings): readonly Check[] {
  return [...scopeChecks(settings), ...definitionChecks(settings)];
}

/** One check for each scope rule that its writer hardly intended. */
function scopeChecks(settings: JobSettings): readonly Check[] {
  return scopeDoubts(settings).map(({ rule, source, detail }) => ({
    name: rule,
    ok: 'warn',
    detail: `${source}: ${detail}`,
    advice: 'see docs/scope.md, and ask `winnow why URL` what a rule does',
  }));
}

/** One check for each row of a topic definition that is left out or doubled. */
function definitionChecks({ topic }: JobSettings): readonly Check[] {
  if (topic === undefined) return [];
  return topicDoubts(topic).map(({ filter, detail }) => ({
    name: `topic definition (filter ${filter})`,
    ok: 'warn',
    detail,
    advice: '`winnow topic check FILE` lists all such lines',
  }));
}

/** A check of a job whose topic has changed since pages were judged. */
export function topicChecks({ topicChangedAt }: Pick<Status, 'topicChangedAt'>): readonly Check[] {
  if (topicChangedAt === undefined) return [];
  const since = new Date(topicChangedAt).toISOString();
  return [
    {
      name: 'topic',
      ok: 'warn',
      detail: `it has changed since pages were judged (${since}): they keep their verdicts until their next visit`,
      advice: '`winnow reclassify` applies it to what is stored, `--dry-run` shows what that changes',
    },
  ];
}

/** One check for each reason that keeps work of a crawl from being done. @param now epoch ms */
export function leftChecks({ left = [] }: Pick<Status, 'left'>, now: number): readonly Check[] {
  return left
    .filter(({ why }) => why !== 'gap')
    .map((one) => {
      const { what, show } = describeLeft(one, now);
      if (one.why === 'inbox') return { name: 'waiting', ok: 'ok', detail: what };
      return { name: 'waiting', ok: 'warn', detail: what, advice: `\`${show}\` shows why` };
    });
}

/** One check for each job that something is wrong with. */
export async function jobTroubleChecks(
  ports: Pick<Ports, 'jobs'>,
  jobs: readonly Job[],
): Promise<readonly Check[]> {
  const troubles = await troublesOf(
    ports,
    jobs.filter((job) => !isRemoved(job)),
  );
  return [...troubles].map(([name, { what, isStopped }]) => ({
    name: `job ${name}`,
    ok: isStopped ? 'fail' : 'warn',
    detail: what,
    advice: 'see docs/runbook.md#a-job-fails',
  }));
}

/** One check for each host that was quarantined. */
export function quarantineChecks({ quarantined = [] }: Pick<Status, 'quarantined'>): readonly Check[] {
  return quarantined.map(({ host, until, code, message }) => ({
    name: `host ${host}`,
    ok: 'warn',
    detail: `its turns fail (${code}: ${message}); it is tried again at ${new Date(until).toISOString()}`,
    advice: '`winnow sanity` says what is wrong, and with `--repair` mends what can be mended',
  }));
}

type SeedPorts = Parameters<typeof askRobots>[0];

/** One check per seed: whether its host answers, and allows the visit. */
export async function* seedChecks(
  ports: SeedPorts,
  settings: JobSettings,
  timing: Timing,
): AsyncGenerator<Check> {
  if (settings.seeds.length === 0) {
    yield {
      name: 'seeds',
      ok: 'warn',
      detail: 'job.yaml names no seeds',
      advice: 'give some with `winnow seed URL`',
    };
  }
  for (const seed of settings.seeds.slice(0, maxSeeds)) yield await seedCheck(ports, settings, timing, seed);
}

async function seedCheck(
  ports: SeedPorts,
  settings: JobSettings,
  timing: Timing,
  seed: string,
): Promise<Check> {
  const name = `seed ${seed}`;
  const canonical = identityOf(settings).canonicalise(seed);
  if (!canonical.ok)
    return { name, ok: 'fail', detail: 'is not an http(s) URL', advice: 'mend it in job.yaml' };
  const { url } = canonical;
  const scope = scopeOf(settingsFor(settings, url)).verdict({ url, depth: 0, hostHops: 0 });
  if (!scope.accepted) {
    const advice = 'change the rule or the seed';
    return { name, ok: 'fail', detail: `is out of scope by ${describeRefusal(scope)}`, advice };
  }
  const answer = await askRobots(ports, settings, timing, url);
  switch (answer.kind) {
    case 'put-off':
      return { name, ok: 'ok', detail: 'its host is being crawled just now' };
    case 'refused':
      return {
        name,
        ok: 'fail',
        detail: `is not asked: ${answer.detail}`,
        advice: 'change network.allow, or ask for what holds it with `winnow why URL`',
      };
    case 'unreachable':
      return {
        name,
        ok: 'fail',
        detail: `robots.txt cannot be had (${answer.detail}), so nothing may be fetched`,
        advice: 'see whether the address is right and the host is up',
      };
    case 'rules': {
      const { allowed, rule } = answer.robots.verdict(canonical.url, settings.identity.product);
      const other = await otherOpinion(ports, url, settingsFor(settings, url));
      const also = other === undefined ? '' : `; ${other}`;
      if (!allowed) {
        const advice = 'take another seed, or ask the owner';
        return { name, ok: 'fail', detail: `robots.txt forbids it: ${rule}${also}`, advice };
      }
      const detail = `robots.txt allows it${rule === undefined ? '' : ` (${rule})`}${also}`;
      return other === undefined
        ? { name, ok: 'ok', detail }
        : { name, ok: 'warn', detail, advice: 'read the two lines, and ask the owner which is meant' };
    }
  }
}
