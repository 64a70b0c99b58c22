// Reads Vitest's JSON report and prints what CI is judged by; exits with 1 when anything failed or a whole adapter
// was skipped.
import { readFileSync } from 'node:fs';

interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numFailedTestSuites: number;
  readonly numPendingTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string }[];
  }[];
}

/** Folders in which something must have run: an adapter that is skipped as a whole is not tested. */
const mustRun = [
  'test/adapters/embedded',
  'test/adapters/aws',
  'test/adapters/web',
  'test/e2e/embedded',
  'test/e2e/aws',
  'test/model',
  'test/conformance/warc',
];

const [, , file = '', steps = '0', skipped = ''] = process.argv;
const report = read(file);
const problems: string[] = [];
if (Number(steps) > 0) problems.push(`${steps} steps failed`);
for (const { name, status, assertionResults } of report.testResults) {
  if (status === 'failed' && assertionResults.every((one) => one.status !== 'failed')) {
    problems.push(`${name} could not be run`);
  }
}
for (const folder of mustRun) {
  const ran = report.testResults
    .filter(({ name }) => name.includes(`/${folder}`))
    .flatMap(({ assertionResults }) => assertionResults)
    .filter((one) => one.status === 'passed').length;
  if (ran === 0) problems.push(`nothing of ${folder} was run`);
}
for (const problem of problems) console.log(problem);
if (report.numPendingTests > 0) console.log(`${report.numPendingTests} tests were skipped`);
if (skipped !== '') console.log(`SKIPPED, because it could not be done here: ${skipped}`);
const failed = report.numFailedTests + problems.length;
console.log(`${report.numPassedTests} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

function read(path: string): Report {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Report;
  } catch {
    return {
      numPassedTests: 0,
      numFailedTests: 1,
      numFailedTestSuites: 1,
      numPendingTests: 0,
      testResults: [],
    };
  }
}
