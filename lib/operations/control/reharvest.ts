import * as z from 'zod/mini';
import { defined } from '../../base/defined.ts';
import { outcomeKinds } from '../../base/fetch/outcome.ts';
import { allJobs } from '../../domain/control/all-jobs.ts';
import type { ControlAnswer } from '../../domain/control/command.ts';
import { className, field, flag, hostText, jobOrAll, whole } from '../../pipeline/operation/input.ts';
import { operation } from '../../pipeline/operation/operation.ts';
import type { ViewBlock } from '../../pipeline/operation/view.ts';
import { control, viewControl } from './control.ts';

const days = 'must be a number of days from 0 to 3650';
const age = () => z.number(days).check(z.minimum(0, days), z.maximum(3_650, days));
const url = 'must be a URL';
const selectPages = 'select pages by age, host, prefix …, or all of them';
const md5 = 'must be the MD5 of a record';

/**
 * Makes pages due again, for harvest with conditional GETs (or, with `unconditional`, without): those that the scope names, of one
 * job, or of all that are open.
 */
export const reharvest = operation({
  about: 'jobs',
  input: {
    job: field(z._default(jobOrAll(), allJobs), { says: '', isHidden: true }),
    /** The same as the one of the scope. */
    olderThanDays: field(z.exactOptional(age()), { says: '', isHidden: true }),
    scope: z.exactOptional(
      z.strictObject({
        olderThanDays: field(z.exactOptional(age()), {
          says: 'select pages last checked longer than <age> ago, for example 30d',
          ...{ flag: 'older-than', shown: 'age', span: 86_400_000 },
        }),
        host: field(z.exactOptional(hostText()), {
          says: 'select pages of <host>, or of the hosts of the domain <host>',
        }),
        prefix: field(z.exactOptional(z.string(url).check(z.maxLength(2_000, url))), {
          says: 'select pages whose URLs begin with <url>',
          shown: 'url',
        }),
        class: field(z.exactOptional(className()), {
          says: 'select pages whose best topic class is <class> or a class below it',
        }),
        record: field(z.exactOptional(z.string(md5).check(z.regex(/^[0-9a-f]{32}$/, md5))), {
          says: 'select the pages of the record <md5>',
          shown: 'md5',
        }),
        status: field(z.exactOptional(z.enum(outcomeKinds, `must be one of ${outcomeKinds.join(', ')}`)), {
          says: 'select pages whose last visit ended with <outcome>: failed, gone, forbidden, denied …',
          shown: 'outcome',
        }),
      }),
    ),
    all: flag('select all pages'),
    maxPages: field(z.exactOptional(whole(1, 1e12)), {
      says: 'select at most <number> of these pages',
      shown: 'number',
    }),
    unconditional: flag('send no validators, and store missing or damaged raw documents again'),
  },
  effect: 'changes',
  logsItself: true,
  job: 'made',
  refuses: ({ olderThanDays, scope, all }) =>
    scope === undefined && olderThanDays === undefined && !all ? selectPages : undefined,
  // Every page was checked 0 s ago or earlier.
  refusesTyped: ({ scope = {}, all }) =>
    Object.values(scope).every((one) => one === 0) && !all ? selectPages : undefined,
  run(place, { olderThanDays, scope, maxPages, unconditional }, asked) {
    const command = {
      command: 'reharvest' as const,
      job: place.jobs,
      scope: { ...defined({ olderThanDays }), ...scope },
      ...defined({ maxPages }),
      ...(unconditional ? { unconditional } : {}),
    };
    return control(place, command, asked);
  },
  view: (answer, seen) => [
    ...viewControl(answer, seen),
    ...(matchedNoHost(answer) ? [[noMatch(seen.order('hosts'))]] : []),
  ],
});

/** Whether the command certainly matched no host. An unfinished command has hosts left to look at, so the result is false. */
function matchedNoHost({ jobs, goesOn: isUnfinished, repeated: wasDoneBefore }: ControlAnswer): boolean {
  return !isUnfinished && !wasDoneBefore && jobs.every(({ hosts }) => hosts === 0);
}

function noMatch(hosts: string): ViewBlock {
  return { kind: 'failure', text: `no page matches: \`${hosts}\` lists the hosts of the job` };
}
