import { formatCount, formatNumber } from '../../base/quantity.ts';
import type { Reanalysis } from '../../domain/reading/reanalysis.ts';
import { mustBeOpen } from '../../pipeline/job/open-job.ts';
import { operation } from '../../pipeline/operation/operation.ts';
import { onlyThere } from '../../pipeline/operation/place.ts';
import { detail, note, type View } from '../../pipeline/operation/view.ts';
import { type ReanalyseReport, reanalysis, tellToReanalyse } from './reanalyse.ts';

/** Tells the hosts to read their stored pages again by the present settings, without fetching: their next turns do. */
export const reanalyse = operation({
  about: 'job',
  input: {},
  effect: 'changes',
  async run(place, _, { dryRun }): Promise<Reanalysis | ReanalyseReport> {
    const { ports, of } = place;
    if (dryRun) return await reanalysis({ ...ports, reader: onlyThere(place.reader) }, of);
    mustBeOpen(of);
    return await tellToReanalyse(ports, of);
  },
  inShort: (report) => ('same' in report ? report : { hosts: report.hosts, pages: report.pages }),
  view: (report) => ('same' in report ? viewReanalysis(report) : viewTold(report)),
});

/** What would change. */
function viewReanalysis({ pages, same, changed, fields, missing, other }: Reanalysis): View {
  const byCount = Object.entries(fields).sort(([, a], [, b]) => b - a);
  const kept = 'cannot be read again: their raw documents are not kept (documents.keep)';
  const others = 'are read as another text now: they change when they are fetched again';
  return [
    [
      note(
        `${formatNumber(changed)} of ${formatCount(pages, 'record')} would change, ${formatNumber(same)} stay as they are`,
      ),
      ...byCount.map(([name, count]) => detail(`${name}: ${formatNumber(count)}`)),
      ...(missing === 0 ? [] : [note(`${formatNumber(missing)} ${kept}`)]),
      ...(other === 0 ? [] : [note(`${formatNumber(other)} ${others}`)]),
      note('nothing was changed: a dry run'),
    ],
  ];
}

function viewTold({ hosts, pages }: ReanalyseReport): View {
  const told = `${formatCount(hosts, 'host')} told to analyse ${formatCount(pages, 'page')} again`;
  return [[note(`${told}: at their next turns they do, and write the records that differ anew`)]];
}
