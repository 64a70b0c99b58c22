import { clip, printable } from '../../../lib/base/printable.ts';
import { formatCount } from '../../../lib/base/quantity.ts';
import { describeRule } from '../../../lib/capabilities/examples/set/example-rule.ts';
import {
  type Example,
  examplesOn,
  type JobExamples,
} from '../../../lib/capabilities/examples/set/job-examples.ts';
import { sides } from '../../../lib/capabilities/examples/set/side.ts';
import type { ExamplesAdded } from '../../../lib/runtime/shared/installation.ts';
import { table } from '../base/table.ts';

/** What adding examples did. */
export function renderAdded({ side, added, moved, equal, failed, seeds }: ExamplesAdded): string {
  const lines = [`${formatCount(added.length, 'example')} ${side}\n`];
  if (seeds.accepted.length > 0)
    lines.push(`${formatCount(seeds.accepted.length, 'page')} joined the seeds\n`);
  for (const source of moved) lines.push(`  ${printable(source)}: it was on the other side before\n`);
  for (const { source, to } of equal)
    lines.push(`  ${printable(source)}: the same text as ${printable(to)}: nothing more is learnt of it\n`);
  for (const { source, problem } of failed) lines.push(`  ${printable(source)}: ${printable(problem)}\n`);
  for (const { input, reason } of seeds.refused)
    lines.push(`  ${printable(input)}: an example, and no seed: ${printable(reason)}\n`);
  return lines.join('');
}

export function renderRemoved(removed: readonly string[], asked: number): string {
  const others = asked - removed.length;
  const unknown =
    others > 0 ? `${formatCount(others, 'page')} that is no example: see \`winnow examples list\`\n` : '';
  return `${formatCount(removed.length, 'example')} removed\n${unknown}`;
}

/** What was forgotten; undefined: it was lost before. */
export function renderCleared(was: JobExamples | undefined): string {
  if (was === undefined) return 'what was lost or damaged is forgotten: the job has no examples\n';
  const { examples, rules } = was;
  return `${formatCount(examples.length, 'example')} and ${formatCount(rules.length, 'rule')} forgotten\n`;
}

/** The examples of a job, its rules, and what waits for the next round. */
export function renderExamples(set: JobExamples): string {
  const { examples, rules, answers } = set;
  if (examples.length === 0 && rules.length === 0)
    return 'no examples: add pages that the crawl is about with `winnow examples add URL…`\n';
  const parts = sides.map((side) => exampleTable(side, examplesOn(set, side)));
  if (rules.length > 0)
    parts.push(
      `rules, the last one that matches decides\n${rules.map((rule) => `  ${describeRule(rule)}\n`).join('')}`,
    );
  if (answers.length > 0)
    parts.push(
      `${formatCount(answers.length, 'answer')} for the next round: \`winnow examples round\` begins it\n`,
    );
  return parts.filter((part) => part !== '').join('\n');
}

function exampleTable(side: string, examples: readonly Example[]): string {
  if (examples.length === 0) return '';
  const rows = table(
    [
      { title: 'page', cell: ({ source }: Example) => clip(source, 70) },
      { title: 'title', cell: ({ title }) => clip(title, 40) },
      { title: 'by', cell: ({ origin }) => origin },
    ],
    examples,
  );
  return `${side}: ${formatCount(examples.length, 'example')}\n${rows}`;
}
