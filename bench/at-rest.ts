/**
 * What a stack at rest is billed for, by its deployed functions on the local cloud: `node bench/at-rest.ts STACK… [--rounds 64] [--ordered]`.
 * Deploy the stacks with their schedules disabled (docs/costs.md, At rest): this calls the functions itself, those of all stacks
 * in turn, so that whatever else the machine does falls on all of them. Each stack gets an open job whose only due entry is days away; with `--ordered`
 * one whose hosts wait in bands.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { GetFunctionConfigurationCommand, InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { sdkClient } from '../lib/adapters/aws/clients/sdk-client.ts';
import type { MeterLine } from '../lib/adapters/aws/metering/meter.ts';
import type { HostName } from '../lib/base/url/url.ts';
import { loadJob } from '../lib/config/job/load-job.ts';
import { readEnvironment } from '../lib/config/stack/environment.ts';
import { functionName } from '../lib/config/stack/names.ts';
import { ensureJob, setJobState } from '../lib/pipeline/job/open-job.ts';
import { awsRuntime } from '../lib/runtime/aws/aws-ports.ts';
import { runningCloud } from '../localstack/cloud.ts';
import { type Cloud, homes } from '../localstack/state.ts';
import { jobDirectory } from '../test/e2e/support/job-directory.ts';
import { logOf } from '../test/e2e/support/stack/function-log.ts';
import { cpuSecondsOf } from './worker-cpu.ts';

const fns = ['dispatch', 'recycle'] as const;
type Fn = (typeof fns)[number];

interface Run {
  readonly ms: number;
  readonly calls: number;
  readonly readUnits: number;
}

const days = 3 * 86_400_000;
const invocationsPerHour = 60;
/** A look of more queries than this goes through all bands of the due index. */
const callsOfOneBand = 10;

const { values, positionals: stacks } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '64' },
    gap: { type: 'string', default: '1000' },
    ordered: { type: 'boolean', default: false },
  },
});
const cloud = await ownCloud();
const lambda = sdkClient(LambdaClient);

async function ownCloud(): Promise<Cloud> {
  const running = await runningCloud(homes.own);
  if (running === undefined) throw new Error('no local cloud is running: npm run cloud:up');
  return running;
}

async function openJob(stack: string): Promise<void> {
  const found = await lambda.send(
    new GetFunctionConfigurationCommand({ FunctionName: functionName(stack, 'dispatch') }),
  );
  const { stores } = awsRuntime(readEnvironment(found.Environment?.Variables ?? {}));
  const limits = { pagesPerDay: 10_000 };
  const { settings } = values.ordered
    ? loadJob(jobDirectory('ordered', { limits, focus: { order: 'hash' } }))
    : loadJob(jobDirectory('resting', { limits }));
  for (const { name } of await stores.jobs.jobs())
    await setJobState(stores, name, 'paused', 'another is measured');
  await ensureJob(stores, settings);
  await setJobState(stores, settings.name, 'open', '');
  const host = 'later.localhost' as HostName;
  await stores.due.put(settings.name, { at: stores.clock.now() + days, host, wake: false });
}

async function invoke(stack: string, fn: Fn): Promise<void> {
  const { FunctionError, LogResult } = await lambda.send(
    new InvokeCommand({ FunctionName: functionName(stack, fn), Payload: '{}', LogType: 'Tail' }),
  );
  if (FunctionError !== undefined) throw new Error(`${stack} ${fn} failed: ${LogResult}`);
}

/** The last runs of a function, by its own line and Lambda's report of each. */
async function lastRuns(stack: string, fn: Fn, count: number): Promise<readonly Run[]> {
  const lines = (await logOf({ cloud, name: stack }, fn)).split('\n');
  const billed = lines.filter((line) => line.includes('"billed"'));
  const reports = lines.flatMap((line) => /^REPORT .*Billed Duration: ([\d.]+) ms/.exec(line)?.[1] ?? []);
  if (billed.length !== reports.length) throw new Error(`${stack} ${fn}: a run has no report, or no line`);
  return reports.slice(-count).map((ms, index) => {
    const line = billed.slice(-count)[index] ?? '';
    const meter = (JSON.parse(line) as { readonly billed: readonly MeterLine[] }).billed;
    return {
      ms: Number(ms),
      calls: meter.reduce((total, { requests }) => total + requests, 0),
      readUnits: meter.reduce((total, one) => total + one.readUnits, 0),
    };
  });
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
const mean = (numbers: readonly number[]): number => sum(numbers) / numbers.length;
const at = (numbers: readonly number[], part: number): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(part * numbers.length)] ?? Number.NaN;
const secondsAnHour = (ms: number, share = 1): number => (ms * invocationsPerHour * share) / 1_000;

/** Runs of one kind: how many, what they take, and what they come to in an hour. */
function lineOf(what: string, runs: readonly Run[], all: number): { median: number; fastest: number } {
  const ms = runs.map((run) => run.ms);
  const share = runs.length / all;
  // The median of the fastest third.
  const [median, fastest] = [at(ms, 1 / 2), at(ms, 1 / 6)];
  const hour = { median: secondsAnHour(median, share), fastest: secondsAnHour(fastest, share) };
  const calls = mean(runs.map((run) => run.calls)).toFixed(1);
  const units = mean(runs.map(({ readUnits }) => readUnits)).toFixed(2);
  console.log(
    `  ${what}: ${runs.length} runs, ${calls} calls and ${units} read units each, ${median} ms (${fastest} ms), ${hour.median.toFixed(2)} s an hour (${hour.fastest.toFixed(2)})`,
  );
  return hour;
}

const rounds = Number(values.rounds);
for (const stack of stacks) {
  await openJob(stack);
  // A process's start is not rest: nor is its first look, which reads settings and notes.
  for (const fn of fns) for (let warm = 0; warm < 2; warm += 1) await invoke(stack, fn);
}
const cpuBefore = new Map(
  stacks.map((stack) => [stack, fns.map((fn) => cpuSecondsOf(functionName(stack, fn)))]),
);
for (let round = 0; round < rounds; round += 1) {
  for (const stack of round % 2 === 0 ? stacks : stacks.toReversed()) {
    for (const fn of fns) await invoke(stack, fn);
  }
  await sleep(Number(values.gap));
}
for (const stack of stacks) {
  console.log(`${stack}: billed by the median run (and by that of the fastest third)`);
  const [dispatches, recycles] = [
    await lastRuns(stack, 'dispatch', rounds),
    await lastRuns(stack, 'recycle', rounds),
  ];
  const wide = dispatches.filter(({ calls }) => calls > callsOfOneBand);
  const narrow = dispatches.filter(({ calls }) => calls <= callsOfOneBand);
  const hours = [
    lineOf('dispatch', narrow, rounds),
    ...(wide.length === 0 ? [] : [lineOf('dispatch, all bands', wide, rounds)]),
    lineOf('recycle', recycles, rounds),
  ];
  const total = (kind: 'median' | 'fastest') => sum(hours.map((hour) => hour[kind])).toFixed(2);
  console.log(`  all: ${total('median')} s an hour (${total('fastest')})`);
  const cpu = fns.map((fn, index) => {
    const spent = cpuSecondsOf(functionName(stack, fn)) - (cpuBefore.get(stack)?.[index] ?? 0);
    return `${fn} ${((spent * 1_000) / rounds).toFixed(1)} ms`;
  });
  console.log(`  processor time a run: ${cpu.join(', ')}`);
}
