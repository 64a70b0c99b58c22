/**
 * Crawls of webs with traps: how many honest pages were found, and how many fetches went into traps.
 * `node bench/traps.ts [--variant standard,1,2,calendar/folders,honest/forum] [--seeds 20] [--single] [--honest]
 * [--urls 10] [--json]`. Without any of these: the standard web and eight seeds of it in other shapes. `--single`
 * tries every trap in every shape by itself, `--honest` every honest site that looks like one; `--urls` prints the
 * first URLs of each trap that was walked into.
 */
import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { crawlTrapWeb } from '../test/e2e/support/web/crawl-trap-web.ts';
import type { Score, SectionScore } from '../test/support/trap-web/score.ts';
import { honestSites, singleTraps, webNamed } from '../test/support/trap-web/webs.ts';

const { values } = parseArgs({
  options: {
    variant: { type: 'string' },
    seeds: { type: 'string' },
    single: { type: 'boolean', default: false },
    honest: { type: 'boolean', default: false },
    urls: { type: 'string', default: '0' },
    json: { type: 'boolean', default: false },
  },
});

const numbers = (count: number): readonly string[] => Array.from({ length: count }, (_, i) => String(i + 1));
const asked = [
  ...(values.variant?.split(',') ?? []),
  ...numbers(Number(values.seeds ?? 0)),
  ...(values.single ? singleTraps : []),
  ...(values.honest ? honestSites : []),
];
const names = asked.length > 0 ? asked : ['standard', ...numbers(8)];
const scores: Score[] = [];
for (const name of names) {
  const { score, report, directory } = await crawlTrapWeb(webNamed(name));
  rmSync(directory, { recursive: true });
  scores.push(score);
  if (values.json) console.log(JSON.stringify(score));
  else print(score, report.end);
}
if (!values.json) printSum();

function print(score: Score, end: string): void {
  const { web, found, total, fetches, trapped, missed, trapUrls } = score;
  const verdict = found === total && trapped <= fetches * 0.05 ? 'ok' : 'NO';
  console.log(
    `${verdict} ${web}: honest ${found}/${total}, fetches ${fetches}, in traps ${trapped} (${percent(score)})${end === 'done' ? '' : `, ended: ${end}`}`,
  );
  for (const one of score.sections) {
    if (one.found === one.total && one.trapped === 0) continue;
    console.log(
      `     ${one.section} (${one.shape}): honest ${one.found}/${one.total}, fetches ${one.fetches}, in traps ${one.trapped}`,
    );
  }
  const shown = Number(values.urls);
  for (const id of missed.slice(0, shown)) console.log(`       missed ${id}`);
  for (const url of trapUrls.slice(0, shown)) console.log(`       ${url}`);
}

function printSum(): void {
  const all = scores.filter(({ found, total }) => found === total).length;
  const few = scores.filter(({ trapShare }) => trapShare <= 0.05).length;
  const worst = scores.reduce((a, b) => (a.trapShare > b.trapShare ? a : b));
  console.log(
    `\n${scores.length} webs: all honest pages in ${all}, at most 5 % in traps in ${few}; worst share ${percent(worst)} (${worst.web})\n`,
  );
  console.log('| kind | sections | honest found | of | fetches | in traps | most in one |');
  console.log(`|---|${'---:|'.repeat(6)}`);
  const byKind = Map.groupBy(
    scores.flatMap(({ sections }) => sections),
    ({ kind }) => kind,
  );
  for (const [kind, sections] of byKind) {
    const sum = (of: (one: SectionScore) => number): number =>
      sections.reduce((total, one) => total + of(one), 0);
    const cells = [
      kind,
      sections.length,
      sum(({ found }) => found),
      sum(({ total }) => total),
      sum(({ fetches }) => fetches),
      sum(({ trapped }) => trapped),
      Math.max(...sections.map(({ trapped }) => trapped)),
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
}

function percent({ trapShare }: Score): string {
  return `${(trapShare * 100).toFixed(1)} %`;
}
