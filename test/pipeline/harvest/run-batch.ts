import { expect } from 'vitest';
import { lists } from '../../../lib/capabilities/lists.ts';
import { type HarvestReport, harvest } from '../../../lib/pipeline/harvest/harvest.ts';
import type { Delivery } from '../../../lib/pipeline/turn/turn.ts';
import type { Ports } from '../../../lib/ports/ports.ts';
import { clockwork, type SmallCrawl } from '../small-crawl.ts';

export interface BatchRun extends HarvestReport {
  readonly tookMs: number;
}

/**
 * One batch of turns, in the time that a function has.
 * @param deliveries absent: all tickets that are there
 */
export async function runBatch(
  { stores: { clock, tickets } }: SmallCrawl,
  ports: Ports,
  deliveries: readonly Delivery[] = tickets.receive(10),
): Promise<BatchRun> {
  const began = clock.monotonic();
  let report: HarvestReport | undefined;
  void harvest(ports, deliveries, { timing: clockwork, endBy: began + clockwork.functionMs, lists }).then(
    (ended) => {
      report = ended;
    },
  );
  while (report === undefined && clock.monotonic() - began < 2 * clockwork.functionMs)
    await clock.advance(clock.nextWake ?? 1_000);
  expect(report).toBeDefined();
  return { ...(report as HarvestReport), tookMs: clock.monotonic() - began };
}
