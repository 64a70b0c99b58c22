import { stackSettings } from '../lib/config/stack/stack-settings.ts';
import type { Part, PartBill } from '../test/support/cloud/metered-crawl.ts';

/**
 * Emulators say nothing about how long a Lambda runs, so that is worked out: the processor time that was measured
 * here, on the share of a core that the memory buys, and the waits by these assumptions, none of which hides another.
 * Lambda developer guide (2026-11): 1,769 MB are one vCPU.
 */
export const assumed = {
  dynamodbMs: 5,
  s3Ms: 30,
  sqsMs: 10,
  mbPerCore: 1_769,
} as const;

/** Requests that the dispatcher and the recycler have in flight, about. */
const sideBySide = 10;

export interface CrawlShape {
  readonly pages: number;
  readonly turns: number;
}

/** GB-seconds of all invocations of a function, at the memory that the stack gives it by default. */
export function gbSeconds(part: Part, bill: PartBill, { turns }: CrawlShape): number {
  if (part === 'seed' || bill.invocations === 0) return 0;
  const megabytes = stackSettings({}).memory[part];
  const cpuMs = bill.cpuMs / (megabytes / assumed.mbPerCore);
  const waits = waitMs(bill);
  const total =
    part === 'harvest'
      ? // The turns of a batch wait side by side for their stores, and all of them for the site that is slowest.
        (waits / Math.max(1, turns)) * bill.invocations + bill.siteMs
      : bill.clockMs + waits / sideBySide;
  return ((cpuMs + total) / 1_000) * (megabytes / 1_024);
}

function waitMs({ lines }: PartBill): number {
  const latency: Readonly<Record<string, number>> = {
    dynamodb: assumed.dynamodbMs,
    s3: assumed.s3Ms,
    sqs: assumed.sqsMs,
  };
  return lines.reduce((sum, { service, requests }) => sum + requests * (latency[service] ?? 0), 0);
}
