import type { CanonicalUrl } from '../../base/url/url.ts';
import { eachPage } from '../../pipeline/frontier/each-visit.ts';
import { eachHost } from '../../pipeline/frontier/host-pages.ts';
import { type SeedReport, seed } from '../../pipeline/seeds/seed.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { type ExampleRule, isSameRule, openRules } from './set/example-rule.ts';
import type { JobExamples } from './set/job-examples.ts';

/** What rules that are `in` match of the URLs that wait. */
export interface RuleMatches {
  /** URLs that joined the seeds: they are visited first, at depth 0. */
  readonly joined: number;
  /** URLs beyond the bound: those that still wait join when the next round begins. */
  readonly left: number;
  /** URLs that the scope refuses. */
  readonly refused: number;
}

/** URLs that join the seeds at once: more would hold up what the topic ranks first. */
const mostSeeds = 1_000;

/**
 * Has the pending URLs that rules which are `in` decide about join the seeds. An example that is `out` has its way against a
 * rule. URLs that were visited, or are seeds, need not join. Reads every host.
 * @param only the matches of this rule; absent: of all
 */
export async function seedMatches(
  ports: Pick<Ports, 'jobs' | 'hosts' | 'segments' | 'due' | 'clock' | 'entropy'>,
  job: Job,
  { examples, rules }: JobExamples,
  only?: ExampleRule,
): Promise<RuleMatches | undefined> {
  const seeding = rules.map((rule) => rule.side === 'in' && (only === undefined || isSameRule(rule, only)));
  if (!seeding.includes(true)) return undefined;
  const matcher = openRules(rules);
  const labelled = new Set(examples.map(({ url }) => url));
  const found: CanonicalUrl[] = [];
  let left = 0;
  await eachHost(ports, job.name, (host) =>
    eachPage(ports, job, host, async (page) => {
      if (page.state !== 'pending' || page.depth === 0 || labelled.has(page.url)) return;
      const place = matcher.decides(page.url);
      if (place === undefined || seeding[place] !== true) return;
      if (found.length < mostSeeds) found.push(page.url);
      else left += 1;
    }),
  );
  const { accepted, refused }: SeedReport = await seed(ports, job, found);
  return { joined: accepted.length, left, refused: refused.length };
}
