import * as z from 'zod/mini';
import { defined } from '../../base/defined.ts';
import type { StateCommand } from '../../domain/control/command.ts';
import { field, hostText } from '../../pipeline/operation/input.ts';
import { operation } from '../../pipeline/operation/operation.ts';
import { control, viewControl } from './control.ts';

/** What opens or stops one job, all jobs, or hosts of them. */
function stateOperation(command: StateCommand['command']) {
  return operation({
    about: 'jobs',
    input: {
      scope: z.exactOptional(
        z.strictObject({
          host: field(hostText(), {
            says: 'apply the command only to <host>, or to the hosts of the domain <host>',
          }),
        }),
      ),
    },
    effect: 'changes',
    logsItself: true,
    job: 'made',
    run: (place, { scope }, asked) =>
      control(place, { command, job: place.jobs, ...defined({ host: scope?.host }) }, asked),
    view(answer, seen) {
      const isResumedByCrawl = !seen.isOnStack && (command === 'open' || command === 'continue');
      const hint = isResumedByCrawl ? `; ${seen.order('crawl')} continues the crawl` : '';
      return viewControl(answer, seen, { host: seen.input.scope?.host, hint });
    },
  });
}

/** A job has turns, whatever stopped it. */
export const open = stateOperation('open');
/** No new turn, within one turn; `continue` ends it. */
export const pause = stateOperation('pause');
/** Opens what was paused or drained, not what was stopped. */
export const continueCrawl = stateOperation('continue');
/** As `pause`, and only `open` ends it. */
export const stop = stateOperation('stop');
/** No new ticket; those that are out have their turns. */
export const drain = stateOperation('drain');
