import * as z from 'zod/mini';
import { defined } from '../../base/defined.ts';
import { WinnowError } from '../../base/error.ts';
import { formatCount } from '../../base/quantity.ts';
import { rankKinds } from '../../graph/ranks.ts';
import { type RankRow, rankRows } from '../../graph/reports.ts';
import { ranksOfJob, readGraph } from '../../pipeline/link-graph/read-graph.ts';
import { className, field, flag, hostText, optional, whole } from '../../pipeline/operation/input.ts';
import { operation } from '../../pipeline/operation/operation.ts';
import { note, table } from '../../pipeline/operation/view.ts';
import { type RanksTold, tellRanks } from './tell-ranks.ts';

type Outcome = readonly RankRow[] | { readonly urls: number } | RanksTold;

/** URLs by their ranks; with `write`, hosts are told the ranks of their pages, whose records their next turns write anew. */
export const ranks = operation({
  about: 'job',
  input: {
    sort: field(z._default(z.enum(rankKinds, `must be one of ${rankKinds.join(', ')}`), 'discounted'), {
      says: 'largest first by <rank>',
      shown: 'rank',
    }),
    class: field(optional(className()), { says: 'only pages of <class>, or a class below it' }),
    top: field(z._default(whole(1, 10_000), 20), { says: 'list <count> URLs, 1 to 10000', shown: 'count' }),
    unvisited: flag('list URLs that were not visited, in place of pages'),
    shared: field(optional(z.array(hostText(), 'must be a list of hosts')), {
      says: 'on <host> and its subdomains each first folder is a site (may be repeated)',
      ...{ flag: 'shared-host', shown: 'host' },
    }),
    write: flag('have the hosts write ranks into the records of their pages'),
  },
  effect: 'changes',
  hasNoDryRun: true,
  changes: ({ write }) => write,
  files: { option: 'out', shown: 'file', says: 'write the ranks of all URLs to <file>, as lines of JSON' },
  async run({ ports, of }, asked, { put }): Promise<Outcome> {
    const { sort: by, class: topicClass, top, unvisited, shared: hosts, write } = asked;
    const shared = hosts === undefined ? {} : { shared: new Set(hosts) };
    if (put !== undefined && write) throw new WinnowError('usage', 'give --out or --write, not both');
    if (write) return await tellRanks(ports, of, shared);
    if (put === undefined)
      return await ranksOfJob(ports, of, { by, top, unvisited, ...shared, ...defined({ topicClass }) });
    return await readGraph(ports, of, (web) => {
      put(`${of.name}-ranks.jsonl`, linesOf(rankRows(web, shared, ports.clock.now())));
      return { urls: web.urls.size() };
    });
  },
  view(outcome) {
    if (isRows(outcome)) return [viewRows(outcome)];
    if ('urls' in outcome) return [[note(formatCount(outcome.urls, 'URL'))]];
    const { hosts, pages } = outcome;
    const told = `${formatCount(hosts, 'host')} told the ranks of ${formatCount(pages, 'page')}`;
    return [[note(`${told}: their next turns write the records that change`)]];
  },
});

function isRows(outcome: Outcome): outcome is readonly RankRow[] {
  return Array.isArray(outcome);
}

function* linesOf(rows: Iterable<RankRow>): Generator<string> {
  for (const row of rows) yield `${JSON.stringify(row)}\n`;
}

/** Each rank by the mean of all URLs. */
function viewRows(rows: readonly RankRow[]) {
  const [first] = rows;
  if (first === undefined) return [note('no URL has such a rank')];
  const { of } = first.ranks;
  const byMean = (title: string, kind: Exclude<keyof RankRow['ranks'], 'of' | 'linkedBy'>) => ({
    title,
    unit: 'number' as const,
    value({ ranks: own }: RankRow) {
      const rank = own[kind] ?? 0;
      return rank === 0 ? undefined : (rank * of).toPrecision(3);
    },
  });
  const ranked = table<RankRow>(
    [
      { title: 'URL', unit: 'url', width: 60, value: 'url' },
      { title: 'class', value: 'best' },
      { title: 'linked by', unit: 'count', value: (row) => row.ranks.linkedBy },
      byMean('discounted', 'discounted'),
      byMean('PageRank', 'pageRank'),
      byMean('PageRankBL', 'pageRankBL'),
      byMean('NetLocRank', 'netLocRank'),
      byMean('hub', 'hub'),
      byMean('authority', 'authority'),
    ],
    rows,
  );
  return [ranked, note(`1 is the mean of ${formatCount(of, 'URL')}`)];
}
