import * as z from 'zod/mini';
import { field, flag, hostText, requestId } from '../../pipeline/operation/input.ts';
import { operation } from '../../pipeline/operation/operation.ts';
import { control, viewControl } from './control.ts';

function scopeOf(says: string) {
  return z.strictObject({ host: field(hostText(), { says, isArgument: true }) });
}

/** Nothing is fetched of a host or a domain, in any job; with `purge` its records go. */
export const block = operation({
  about: 'installation',
  input: {
    scope: scopeOf('the host to block, or the domain whose hosts to block'),
    purge: flag(
      'also remove the records of <host> from the collection, and report the deletions to indexers',
    ),
  },
  effect: 'changes',
  logsItself: true,
  job: 'made',
  takesLong: ({ purge }) => purge === true,
  run: (place, { scope: { host }, purge }, asked) =>
    control(place, { command: 'block', host, ...(purge ? { purge } : {}) }, asked),
  view: (answer, seen) => viewControl(answer, seen, seen.input.scope),
});

export const unblock = operation({
  about: 'installation',
  input: { scope: scopeOf('the host or domain, as given to `winnow block`') },
  effect: 'changes',
  logsItself: true,
  job: 'made',
  run: (place, { scope: { host } }, asked) => control(place, { command: 'unblock', host }, asked),
  view: (answer, seen) => viewControl(answer, seen, seen.input.scope),
});

/** Gives up what is left of a command that goes on in slices. */
export const cancel = operation({
  about: 'installation',
  input: {
    request: field(requestId(), { says: 'the request id that `winnow commands` prints', isArgument: true }),
  },
  effect: 'changes',
  logsItself: true,
  job: 'made',
  run: (place, { request }, asked) => control(place, { command: 'cancel', request }, asked),
  view: (answer, seen) => viewControl(answer, seen),
});
