import { formatCount, formatDuration, formatTime } from '../../base/quantity.ts';
import type { HostName } from '../../base/url/url.ts';
import { contextsCsv, type StrategyReport } from '../../domain/strategy/site-report.ts';
import { field, hostText, optional } from '../../pipeline/operation/input.ts';
import { operation } from '../../pipeline/operation/operation.ts';
import { note, table, type View, type ViewBlock } from '../../pipeline/operation/view.ts';
import { strategyReport } from '../../pipeline/report/strategy-report.ts';

/** Ms after which a report on strategies reads no more hosts. */
const readForMs = 60_000;

/** What the stages of a job and of its sites came to. */
export const strategy = operation({
  about: 'job',
  input: { host: field(optional(hostText()), { says: 'only the contexts of this <host>' }) },
  effect: 'reads',
  run: async ({ ports, of, settings }, { host }) =>
    (await strategyReport(ports, of, await settings(of.name), {
      only: host as HostName | undefined,
      endBy: ports.clock.monotonic() + readForMs,
    })) ?? null,
  view: (report) => (report === null ? [[note(noStrategy)]] : viewStrategy(report)),
  formats: {
    csv: {
      says: 'the contexts as CSV',
      write: (report) => (report === null ? `${noStrategy}\n` : contextsCsv(report.contexts)),
    },
  },
});

const noStrategy = 'the job has no strategy';
const shownContexts = 20;

type Figures = StrategyReport['stages'][number] | StrategyReport['contexts'][number];

const figures = [
  { title: 'iterations', unit: 'count', value: 'iterations' },
  { title: 'targets', unit: 'count', value: 'targets' },
  { title: 'pages', unit: 'count', value: 'pages' },
  { title: 'relevant', unit: 'count', value: 'relevant' },
  {
    title: 'per target',
    unit: 'number',
    value: ({ targets, relevant }: Figures) => (targets === 0 ? '' : (relevant / targets).toFixed(2)),
  },
  { title: 'dismissed', unit: 'count', value: 'dismissed' },
  { title: 'evaluations', unit: 'count', value: 'evaluations' },
  { title: 'expensive', unit: 'count', value: 'expensive' },
  { title: 'time', unit: 'number', value: ({ timeMs }: Figures) => formatDuration(timeMs) },
] as const;

/** Stages, then the sites with most targets tried, then the rules of each stage. */
function viewStrategy({ stages, contexts, more, unread }: StrategyReport): View {
  const byStage = table<StrategyReport['stages'][number]>(
    [
      { title: 'stage', width: 30, value: 'stage' },
      { title: 'sites in it', unit: 'count', value: 'open' },
      { title: 'done', unit: 'count', value: 'ended' },
      ...figures,
    ],
    stages,
  );
  const bySite = table<StrategyReport['contexts'][number]>(
    [
      { title: 'site', width: 40, value: 'host' },
      { title: 'stage', width: 20, value: 'stage' },
      ...figures,
      {
        title: 'ended',
        width: 80,
        value: ({ endedAt, why = '' }) => (endedAt === undefined ? '' : `${formatTime(endedAt)}: ${why}`),
      },
    ],
    contexts.slice(0, shownContexts),
  );
  const rest = more + Math.max(0, contexts.length - shownContexts);
  return [
    [byStage],
    contexts.length === 0 ? [] : [bySite],
    rest === 0
      ? []
      : [note(`and ${formatCount(rest, 'other context')}: --csv lists 500, --host those of one site`)],
    unread === undefined ? [] : [note(`${formatCount(unread, 'host')} were not read: the time was up`)],
    ...stages.filter(({ rules }) => rules.length > 0).map((stage) => [rulesOf(stage)]),
  ];
}

function rulesOf({ stage, rules }: StrategyReport['stages'][number]): ViewBlock {
  return table(
    [
      { title: 'rule', width: 40, value: 'rule' },
      { title: 'evaluations', unit: 'count', value: 'evaluations' },
      { title: 'failed', unit: 'count', value: ({ failures }) => (failures === 0 ? undefined : failures) },
      { title: '', value: ({ isExpensive }) => (isExpensive ? 'expensive' : '') },
    ],
    rules,
    `Rules of ${stage}`,
  );
}
