import { unlessDamaged } from '../../domain/control/damaged-hosts.ts';
import { holdOn } from '../../domain/control/hold.ts';
import type { Left } from '../../domain/focus/work-left.ts';
import { openBody } from '../../domain/frontier/body.ts';
import { backoffsOf } from '../../domain/politeness/host-politeness.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import { isOverAt } from '../../domain/strategy/explain-target.ts';
import { strategyIn } from '../../domain/strategy/strategy-settings.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { hostPages } from '../frontier/host-pages.ts';

/** Ms after which no more bodies are read: people do not wait longer. What is not read counts as before. */
const readMs = 2_000;

/**
 * Pending URLs of sites whose stages are over, without those that wait for something else as well. Reads bodies, of a job with
 * a strategy only, and of hosts only that are not due.
 */
export async function restedByStrategy(
  { hosts, clock }: Pick<Ports, 'hosts' | 'clock'>,
  { name, holds, fingerprintKey }: Job,
  settings: JobSettings | undefined,
): Promise<Left> {
  const strategy = settings && strategyIn(settings);
  const rested = { why: 'strategy' as const, count: 0, hosts: 0 };
  if (strategy === undefined) return rested;
  const endBy = clock.monotonic() + readMs;
  for await (const page of hostPages({ hosts }, name)) {
    for (const { host, control } of page) {
      const { pending, held = 0, overBudget } = control.counters;
      const count = pending - held - (overBudget?.held ?? 0);
      const mayRest = control.state === 'idle' || (control.dueAt ?? 0) > clock.now();
      const waits =
        control.waits !== undefined || backoffsOf(control) > 0 || holdOn(holds, host) !== undefined;
      if (count <= 0 || waits || control.state === 'ticketed' || !mayRest) continue;
      if (clock.monotonic() >= endBy) return rested;
      const isOver = await unlessDamaged(host, async () => {
        const stored = await hosts.body({ job: name, host });
        return stored && isOverAt(openBody(stored.bytes, { fingerprintKey, host }), strategy);
      });
      if (isOver !== true) continue;
      rested.count += count;
      rested.hosts += 1;
    }
  }
  return rested;
}
