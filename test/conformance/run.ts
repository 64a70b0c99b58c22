import { parseArgs } from 'node:util';
import { casesFile } from '../support/cases.ts';
import type { SuiteResult } from './suite.ts';
import { suites } from './suites.ts';

/**
 * `npm run conformance [-- --json] [suite …]`: how we stand to the case suites of others. A suite passes when every
 * case does that our documentation claims; the others are listed with the rule of ours that they contradict.
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

function jsonLine({ suite, passed, total, failed, contradicts }: SuiteResult): string {
  return JSON.stringify({ suite, passed, total, failed: failed.map(({ id }) => id), contradicts });
}

function report({ suite, passed, total, failed, contradicts }: SuiteResult): string {
  return [
    `${suite.padEnd(44)} ${passed}/${total}`,
    ...failed.map(
      ({ id, got, want }) => `  failed ${id}: got ${JSON.stringify(got)}, expected ${JSON.stringify(want)}`,
    ),
    ...Object.entries(contradicts).map(([rules, ids]) => `  contradicts '${rules}': ${ids.join(', ')}`),
  ].join('\n');
}
