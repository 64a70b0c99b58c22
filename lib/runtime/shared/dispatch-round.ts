import { contactLack } from '../../config/job/contact.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import type { Timing } from '../../domain/settings/timing.ts';
import type { DispatchUntilOptions } from '../../pipeline/dispatch/dispatch-until.ts';
import { openGateLines } from '../../pipeline/dispatch/gate-lines.ts';

/** The last pass begins before the next minute's run. */
const passesMs = 50_000;
/** The last pass ends then, whatever is left: two runs at once would not go faster. */
const endMs = 60_000;

/** Nobody crawls strangers' hosts without saying who they are, however the job got here. */
const mayCrawl = (settings: JobSettings): boolean => contactLack(settings) === undefined;

/** What holds for each minute's run of the dispatcher, by the monotonic ms at which it began; runs of one process know of each other's tickets. */
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
