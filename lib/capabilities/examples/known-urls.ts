import { eachPage } from '../../pipeline/frontier/each-visit.ts';
import { eachHost } from '../../pipeline/frontier/host-pages.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import type { ExampleRule } from './set/example-rule.ts';
import type { JobExamples } from './set/job-examples.ts';
import { type Contradiction, contradictions, openRuleCounts, type RuleCount } from './set/rule-counts.ts';

/** What rules match among the URLs that a job knows. */
export interface RulesReport {
  /** URLs that the job knows, visited and pending. */
  readonly known: number;
  readonly rules: readonly RuleCount[];
  readonly contradictions: readonly Contradiction[];
}

/** Counts what rules match among all URLs that a job knows, as they would if they were in force. Reads every host. */
export async function countRules(
  ports: Pick<Ports, 'hosts' | 'segments'>,
  job: Job,
  { examples }: JobExamples,
  rules: readonly ExampleRule[],
): Promise<RulesReport> {
  const counts = openRuleCounts(rules);
  let known = 0;
  if (rules.length > 0)
    await eachHost(ports, job.name, (host) =>
      eachPage(ports, job, host, async ({ url }) => {
        known += 1;
        counts.add(url);
      }),
    );
  return { known, rules: counts.counts(), contradictions: contradictions(examples, rules) };
}
