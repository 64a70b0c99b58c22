import * as z from 'zod/mini';
import { defined } from '../../../base/defined.ts';
import { formatCount, formatNumber } from '../../../base/quantity.ts';
import { eachPage } from '../../../pipeline/frontier/each-visit.ts';
import { eachHost } from '../../../pipeline/frontier/host-pages.ts';
import { field, flag, text } from '../../../pipeline/operation/input.ts';
import { operation } from '../../../pipeline/operation/operation.ts';
import { detail, note, table, type View, type ViewBlock } from '../../../pipeline/operation/view.ts';
import { type SeedReport, seed } from '../../../pipeline/seeds/seed.ts';
import type { Job } from '../../../ports/jobs.ts';
import type { Ports } from '../../../ports/ports.ts';
import { readExamples } from '../read-examples.ts';
import { type RuleMatches, seedMatches } from '../rule-seeds.ts';
import { withoutRule, withRule } from '../set/change-set.ts';
import { describeRule, type ExampleRule, readRule, ruleKinds, seedOf } from '../set/example-rule.ts';
import type { JobExamples } from '../set/job-examples.ts';
import { type Contradiction, contradictions, openRuleCounts, type RuleCount } from '../set/rule-counts.ts';
import { sides } from '../set/side.ts';
import { changeExamples } from '../stored-examples.ts';
import { putInForce } from './said.ts';

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

/** What a rule does, or would do. */
export interface RuleReport extends RulesReport {
  readonly rule: ExampleRule;
  /** Nothing was changed. */
  readonly dryRun: boolean;
  readonly seeds?: SeedReport;
  /** Known URLs that it matches and that joined the seeds; absent for a rule that is `out`. */
  readonly matches?: RuleMatches;
}

/** Adds a rule at the end of the list, where it has its way, or removes it. Reads every host. */
export const rule = operation({
  about: 'job',
  input: {
    side: field(z.enum(sides, `must be ${sides.join(' or ')}`), {
      says: `${sides.join(' or ')}: whether the crawl is about these pages`,
      isArgument: true,
    }),
    kind: field(z.enum(ruleKinds, `must be one of ${ruleKinds.join(', ')}`), {
      says: `how the URLs are matched: ${ruleKinds.join(', ')}`,
      isArgument: true,
    }),
    text: field(text('must be text', 10_000), {
      says: 'a URL, a SURT prefix, a host name or a regular expression',
      isArgument: true,
    }),
    remove: flag('remove the rule'),
  },
  effect: 'changes',
  job: 'made',
  refuses({ side, kind, text: written }) {
    const read = readRule(side, kind, written);
    return 'problem' in read ? read.problem : undefined;
  },
  async run(place, { side, kind, text: written, remove }, { dryRun }) {
    const { ports, of } = place;
    const read = readRule(side, kind, written);
    const asked = 'rule' in read ? read.rule : { side, kind, text: written };
    const before = await readExamples(ports, of.name);
    if (remove) {
      withoutRule(before, asked);
      if (dryRun) return { removed: asked };
      await changeExamples(ports, of.name, (set) => withoutRule(set, asked));
      await putInForce(place);
      return { removed: asked };
    }
    const { rules: listed } = withRule(before, asked);
    const report = { rule: asked, dryRun, ...(await countRules(ports, of, before, listed)) };
    if (dryRun) return report;
    const set = await changeExamples(ports, of.name, (was) => withRule(was, asked));
    const job = await putInForce(place);
    const url = seedOf(asked);
    const seeds = url === undefined ? undefined : await seed(ports, job, [url]);
    return { ...report, ...defined({ seeds, matches: await seedMatches(ports, job, set, asked) }) };
  },
  inShort: (report) => ('removed' in report ? report : { rule: report.rule, known: report.known }),
  view: (report, { dryRun }) =>
    'removed' in report ? [[note(dryRun ? 'would be removed' : 'removed')]] : viewRule(report),
});

function viewRule({ rule: asked, dryRun, seeds, matches, ...report }: RuleReport): View {
  const own = report.rules.at(-1);
  return [
    [
      note(`${dryRun ? 'would be added' : 'added'}: ${describeRule(asked)}`),
      note(`it matches ${formatNumber(own?.matched ?? 0)} of ${formatCount(report.known, 'known URL')}`),
      ...(own?.among ?? []).map((url) => detail(url)),
      ...(seeds !== undefined && seeds.accepted.length > 0 ? [note('its URL joined the seeds')] : []),
      ...matchLines(matches).map((line) => note(line)),
      ...viewContradictions(report),
    ],
  ];
}

/** What joined the seeds of the URLs that rules match. */
export function matchLines(matches: RuleReport['matches']): readonly string[] {
  if (matches === undefined) return [];
  const { joined, left, refused } = matches;
  return [
    ...(joined > 0 ? [`${formatCount(joined, 'known URL')} that match joined the seeds`] : []),
    ...(refused > 0
      ? [`${formatCount(refused, 'known URL')} that match did not: the scope refuses them`]
      : []),
    ...(left > 0 ? [`${formatCount(left, 'more known URL')} that match join when a round begins`] : []),
  ];
}

/** What each rule matches among the URLs that the job knows. Reads every host. */
export const rules = operation({
  about: 'job',
  input: {},
  effect: 'reads',
  job: 'made',
  async run({ ports, of }) {
    const set = await readExamples(ports, of.name);
    return await countRules(ports, of, set, set.rules);
  },
  view(report) {
    if (report.rules.length === 0) return [[note('no rules: add one with `winnow examples rule`')]];
    const rows = table<RuleCount>(
      [
        { title: 'rule', width: 70, value: (one) => describeRule(one.rule) },
        { title: 'matches', unit: 'count', value: 'matched' },
        { title: 'decides', unit: 'count', value: 'decided' },
      ],
      report.rules,
    );
    return [[note(`among ${formatCount(report.known, 'known URL')}`), rows, ...viewContradictions(report)]];
  },
});

function viewContradictions({ contradictions: found }: RulesReport): readonly ViewBlock[] {
  return found.map(({ what, force }) => note(`contradiction: ${what}: ${force} counts`));
}
