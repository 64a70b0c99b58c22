import { append } from '../../../lib/base/long-lists.ts';
import { clip, printable } from '../../../lib/base/printable.ts';
import { formatCount, formatNumber } from '../../../lib/base/quantity.ts';
import { describeRule } from '../../../lib/capabilities/examples/set/example-rule.ts';
import type { RuleCount } from '../../../lib/capabilities/examples/set/rule-counts.ts';
import type { RuleReport, RulesReport } from '../../../lib/runtime/shared/installation.ts';
import { table } from '../base/table.ts';

/** What one rule matches, or would match. */
export function renderRule({ rule, dryRun, seeds, matches, ...report }: RuleReport): string {
  const own = report.rules.at(-1);
  const lines = [
    `${dryRun ? 'would be added' : 'added'}: ${describeRule(rule)}\n`,
    `it matches ${formatNumber(own?.matched ?? 0)} of ${formatCount(report.known, 'known URL')}\n`,
    ...(own?.among ?? []).map((url) => `  ${printable(url)}\n`),
  ];
  if (seeds !== undefined && seeds.accepted.length > 0) lines.push('its URL joined the seeds\n');
  append(lines, matchLines(matches));
  return lines.join('') + renderContradictions(report);
}

/** What joined the seeds of the URLs that rules match. */
export function matchLines(matches: RuleReport['matches']): readonly string[] {
  if (matches === undefined) return [];
  const { joined, left, refused } = matches;
  return [
    ...(joined > 0 ? [`${formatCount(joined, 'known URL')} that match joined the seeds\n`] : []),
    ...(refused > 0
      ? [`${formatCount(refused, 'known URL')} that match did not: the scope refuses them\n`]
      : []),
    ...(left > 0 ? [`${formatCount(left, 'more known URL')} that match join when a round begins\n`] : []),
  ];
}

/** All rules with what they match. */
export function renderRules(report: RulesReport): string {
  if (report.rules.length === 0) return 'no rules: add one with `winnow examples rule`\n';
  const rows = table(
    [
      { title: 'rule', cell: ({ rule }: RuleCount) => clip(describeRule(rule), 70) },
      { title: 'matches', right: true, cell: ({ matched }) => formatNumber(matched) },
      { title: 'decides', right: true, cell: ({ decided }) => formatNumber(decided) },
    ],
    report.rules,
  );
  return `among ${formatCount(report.known, 'known URL')}\n${rows}${renderContradictions(report)}`;
}

function renderContradictions({ contradictions }: RulesReport): string {
  return contradictions
    .map(({ what, force }) => `contradiction: ${printable(what)}: ${force} counts\n`)
    .join('');
}
