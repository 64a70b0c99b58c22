import * as z from 'zod/mini';
import { defined } from '../../base/defined.ts';
import { linkSources } from '../../base/links/link-source.ts';
import { formatCount, formatNumber } from '../../base/quantity.ts';
import { field, flag, optional } from '../../pipeline/operation/input.ts';
import { operation } from '../../pipeline/operation/operation.ts';
import { note } from '../../pipeline/operation/view.ts';
import { recycleOnRequest } from '../../pipeline/recycle/recycle-on-request.ts';

const sourceNames = `must be a list of ${linkSources.join(', ')}`;

/** Works through the open link segments now, also when `autoRecycleLinks` is false. */
export const recycle = operation({
  about: 'job',
  input: {
    again: flag('read the whole link log again; hosts drop the links that they already know'),
    sources: field(
      optional(z.array(z.enum(linkSources, sourceNames), sourceNames).check(z.minLength(1, sourceNames))),
      {
        says: `recycle only links of these sources: ${linkSources.join(', ')}; other links stay held back (autoRecycleLinks: false)`,
        ...{ flag: 'source', shown: 'a,b', hasCommas: true },
      },
    ),
  },
  effect: 'changes',
  async run({ ports, of, endBy = Number.POSITIVE_INFINITY }, { again, sources }, { requestId, dryRun }) {
    const asked = { again, dryRun, ...defined({ sources }), ...(dryRun ? {} : { request: requestId }) };
    const report = await recycleOnRequest(ports, of.name, asked, endBy);
    return dryRun ? { ...report, dryRun } : report;
  },
  view({ segments, links, delivered, hosts, heldBack = 0, unfinished }, { dryRun }) {
    const rest = heldBack === 0 ? '' : `; ${formatCount(heldBack, 'link')} of other sources stay held back`;
    const done = `${formatCount(segments, 'segment')}: ${formatCount(links, 'link')}, ${formatNumber(delivered)} delivered to ${formatCount(hosts, 'host')}${rest}`;
    return [
      [
        note(segments === 0 ? 'no link segments to be recycled' : done),
        ...(unfinished ? [note('the time was up: more is left')] : []),
        ...(dryRun ? [note('nothing was changed')] : []),
      ],
    ];
  },
});
