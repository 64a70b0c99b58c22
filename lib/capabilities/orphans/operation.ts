import { formatCount, formatNumber } from '../../base/quantity.ts';
import type { Orphans } from '../../domain/revisit/orphans.ts';
import { operation } from '../../pipeline/operation/operation.ts';
import { detail, note } from '../../pipeline/operation/view.ts';
import { findOrphans, type OrphansReport, tellOrphans } from './find-orphans.ts';

const shownOrphans = 20;

/** Finds the pages that no page links to or lists any more, and notifies their hosts, whose next turns do what `revisit.orphans` says. */
export const orphans = operation({
  about: 'job',
  input: {},
  effect: 'changes',
  async run({ ports, of }, _, { dryRun }): Promise<Orphans & Partial<OrphansReport>> {
    const found = await findOrphans(ports, of);
    return dryRun ? found : { ...found, hosts: await tellOrphans(ports, of, found) };
  },
  inShort: ({ pages, orphans: found, again, hosts }) => ({
    ...{ pages, orphans: found.length, again: again.length, hosts },
  }),
  view: ({ pages, orphans: found, again, hosts = 0 }) => [
    [
      note(
        `${formatNumber(found.length)} of ${formatCount(pages, 'page')}: no page links to it and no list names it any more`,
      ),
      ...found.slice(0, shownOrphans).map((url) => detail(url)),
      ...(found.length > shownOrphans
        ? [detail(`and ${formatNumber(found.length - shownOrphans)} more (--json)`)]
        : []),
      ...(again.length === 0 ? [] : [note(`${formatCount(again.length, 'former orphan')} linked again`)]),
      note(
        hosts === 0
          ? 'nothing was changed: a dry run, or nothing becomes of them (revisit.orphans)'
          : `${formatCount(hosts, 'host')} told: at their next turns they do what revisit.orphans says`,
      ),
    ],
  ],
});
