import { field, requestId } from '../input.ts';
import { operation } from '../operation.ts';
import { control, viewControl } from './control.ts';

/** Gives up what is left of a command that goes on in slices. */
export const cancel = operation({
  about: 'installation',
  input: {
    request: field(requestId(), { says: 'the request id that `winnow commands` prints', isArgument: true }),
  },
  effect: 'changes',
  logsItself: true,
  makesJob: true,
  run: (place, { request }, asked) => control(place, { command: 'cancel', request }, asked),
  view: (answer, seen) => viewControl(answer, seen),
});
