import { contactLack } from '../../domain/settings/contact.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import type { Timing } from '../../domain/settings/timing.ts';
import type { DispatchUntilOptions } from '../../pipeline/dispatch/dispatch-until.ts';
import { openGateLines } from '../../pipeline/dispatch/gate-lines.ts';

/** The last pass begins within this time, before the next minute's run. */
const passesMs = 50_000;
/** The last pass ends after this time even if hosts are left: two runs at once would not be faster. */
const endMs = 60_000;

/** Nobody crawls the hosts of others without a contact address, whichever way the job came here. */
const mayCrawl = (settings: JobSettings): boolean => contactLack(settings) === undefined;

/**
 * The options of each minute's run of the dispatcher, by its beginning (monotonic ms). Runs of one process share the
 * gate lines, and so know each other's tickets.
 */
export function dispatchRounds(
  timing: Timing,
  maxOutstanding: number,
): (began: number) => DispatchUntilOptions {
  const everyMs = Math.min(10_000, timing.turnMs);
  const lines = openGateLines();
  return (began) => ({
    ...{ timing, maxOutstanding, mayCrawl, everyMs, lines },
    ...{ until: began + passesMs, endBy: began + endMs },
  });
}
