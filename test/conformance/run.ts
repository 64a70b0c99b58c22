import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { casesFile } from '../support/cases.ts';
import { type SuiteResult, unknownCases } from './suite.ts';
import { suites } from './suites.ts';

/**
 * `npm run conformance [-- --json] [suite …]`: how we stand to the case suites of others. A suite passes when every
 * case does that our documentation claims; the others are listed with the rule of ours that they contradict. Cases that
 * no suite knows are skipped, and counted. Without a name, the suites that pass by a share of their cases run too, which
 * are tests: documents, encodings, item sets, languages, main content, near-duplicates, ranks.
 */
const { values, positionals } = argumentsOr(usage);

const chosen = suites.filter(
  ({ name }) => positionals.length === 0 || positionals.some((prefix) => name.startsWith(prefix)),
);
if (chosen.length === 0) {
  usage(
    `no suite begins with ${positionals.join(', ')}; there are ${suites.map(({ name }) => name).join(', ')}`,
  );
}
for (const { name, file, run } of chosen) {
  const result = run();
  if (result !== undefined) {
    console.log(values.json ? jsonLine(result) : report(result));
    if (result.failed.length > 0) process.exitCode = 1;
  } else if (values.json) console.log(JSON.stringify({ suite: name, skipped: `no file ${casesFile(file)}` }));
  else console.log(`${name}: skipped, there is no ${casesFile(file)} (set WINNOW_CASES)`);
}
for (const file of new Set(chosen.map((suite) => suite.file))) {
  const skipped = unknownCases(file, suites);
  if (Object.keys(skipped).length === 0) continue;
  const kinds = Object.entries(skipped).map(([kind, ids]) => `${kind} ${ids.length}`);
  console.log(
    values.json
      ? JSON.stringify({ file, skipped })
      : `${file}: skipped cases that no suite knows: ${kinds.join(', ')}`,
  );
}
if (positionals.length === 0 && !values.json) {
  const { status } = spawnSync('npx', ['vitest', 'run', 'test/conformance'], {
    stdio: 'inherit',
    env: { ...process.env, WINNOW_TEST_FULL: '1' },
  });
  if (status !== 0) process.exitCode = 1;
}

function argumentsOr(refuse: (problem: string) => never) {
  try {
    return parseArgs({ options: { json: { type: 'boolean', default: false } }, allowPositionals: true });
  } catch (error) {
    return refuse((error as Error).message);
  }
}

function usage(problem: string): never {
  console.error(`conformance: ${problem}`);
  process.exit(2);
}

function jsonLine({ failed, ...result }: SuiteResult): string {
  return JSON.stringify({ ...result, failed: failed.map(({ id }) => id) });
}

function report({ suite, passed, total, failed, contradicts, skipped }: SuiteResult): string {
  const unknown = Object.values(skipped).flat().length;
  return [
    `${suite.padEnd(44)} ${passed}/${total}${unknown === 0 ? '' : `, ${unknown} skipped`}`,
    ...failed.map(
      ({ id, got, want }) => `  failed ${id}: got ${JSON.stringify(got)}, expected ${JSON.stringify(want)}`,
    ),
    ...named('contradicts', contradicts),
    ...named('skipped', skipped),
  ].join('\n');
}

function named(word: string, cases: SuiteResult['contradicts']): readonly string[] {
  return Object.entries(cases).map(([reason, ids]) => `  ${word} '${reason}': ${ids.join(', ')}`);
}
