import type { StrategyReport } from '../../../lib/runtime/shared/installation.ts';
import { formatCount, formatDuration, formatNumber, formatTime } from '../../../lib/base/quantity.ts';
import { clip, printable, table } from '../base/table.ts';

type Figures = StrategyReport['stages'][number] | StrategyReport['contexts'][number];

const shownContexts = 20;

const figures = [
  { title: 'iterations', right: true, cell: ({ iterations }: Figures) => formatNumber(iterations) },
  { title: 'targets', right: true, cell: ({ targets }: Figures) => formatNumber(targets) },
  { title: 'pages', right: true, cell: ({ pages }: Figures) => formatNumber(pages) },
  { title: 'relevant', right: true, cell: ({ relevant }: Figures) => formatNumber(relevant) },
  { title: 'per target', right: true, cell: ({ targets, relevant }: Figures) => part(relevant, targets) },
  { title: 'dismissed', right: true, cell: ({ dismissed }: Figures) => formatNumber(dismissed) },
  { title: 'evaluations', right: true, cell: ({ evaluations }: Figures) => formatNumber(evaluations) },
  { title: 'expensive', right: true, cell: ({ expensive }: Figures) => formatNumber(expensive) },
  { title: 'time', right: true, cell: ({ timeMs }: Figures) => formatDuration(timeMs) },
];

/** Stages, then the sites with most targets tried, then the rules of each stage. */
export function renderStrategy({ stages, contexts, more, unread }: StrategyReport): string {
  const byStage = table(
    [
      { title: 'stage', cell: ({ stage }) => printable(clip(stage, 30)) },
      { title: 'sites in it', right: true, cell: ({ open }) => formatNumber(open) },
      { title: 'done', right: true, cell: ({ ended }) => formatNumber(ended) },
      ...figures,
    ],
    stages,
  );
  const bySite = table(
    [
      { title: 'site', cell: ({ host }) => printable(clip(host, 40)) },
      { title: 'stage', cell: ({ stage }) => printable(clip(stage, 20)) },
      ...figures,
      {
        title: 'ended',
        cell: ({ endedAt, why = '' }) =>
          endedAt === undefined ? '' : `${formatTime(endedAt)}: ${printable(clip(why, 60))}`,
      },
    ],
    contexts.slice(0, shownContexts),
  );
  const rest = more + Math.max(0, contexts.length - shownContexts);
  return [
    byStage,
    ...(contexts.length === 0 ? [] : [bySite]),
    ...(rest === 0
      ? []
      : [`and ${formatCount(rest, 'other context')}: --csv lists 500, --host those of one site\n`]),
    ...(unread === undefined ? [] : [`${formatCount(unread, 'host')} were not read: the time was up\n`]),
    ...stages.filter(({ rules }) => rules.length > 0).map(rulesOf),
  ].join('\n');
}

function rulesOf({ stage, rules }: StrategyReport['stages'][number]): string {
  const text = table(
    [
      { title: 'rule', cell: ({ rule }) => printable(clip(rule, 40)) },
      { title: 'evaluations', right: true, cell: ({ evaluations }) => formatNumber(evaluations) },
      {
        title: 'failed',
        right: true,
        cell: ({ failures }) => (failures === 0 ? '' : formatNumber(failures)),
      },
      { title: '', cell: ({ isExpensive }) => (isExpensive ? 'expensive' : '') },
    ],
    rules,
  );
  return `Rules of ${printable(stage)}\n${text}`;
}

function part(one: number, of: number): string {
  return of === 0 ? '' : (one / of).toFixed(2);
}
