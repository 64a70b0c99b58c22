import { escaped, foreign, whole } from '../../../base/html/text.ts';
import { largest } from '../../../base/long-lists.ts';
import type { StageRow, StrategyReport } from '../../strategy/site-report.ts';

const [barWidth, barHeight, labelWidth] = [360, 18, 160];
const shownSites = 25;

/** What a strategy came to: a plot of its stages, and tables of stages, sites and rules. Empty without a strategy. */
export function strategySection({ strategy }: { readonly strategy?: StrategyReport }): string {
  if (strategy === undefined) return '';
  const { stages, contexts, more } = strategy;
  const plots = [
    bars(
      'Relevant pages per target',
      stages,
      ({ relevant, targets }) => (targets === 0 ? 0 : relevant / targets),
      (share) => share.toFixed(2),
    ),
    bars(
      'Expensive evaluations per relevant page',
      stages,
      ({ expensive, relevant }) => (relevant === 0 ? 0 : expensive / relevant),
      (many) => whole(many),
    ),
  ];
  const sites = contexts.slice(0, shownSites);
  const rest = more + contexts.length - sites.length;
  const note = rest === 0 ? '' : `<p class="dim">${whole(rest)} more contexts are not listed.</p>`;
  return `<section><h2>Strategy</h2>${plots.join('')}${stageTable(stages)}${siteTable(sites)}${note}</section>`;
}

function bars(
  title: string,
  stages: readonly StageRow[],
  of: (stage: StageRow) => number,
  says: (value: number) => string,
): string {
  const values = stages.map(of);
  const most = largest(values, Number.MIN_VALUE);
  const rows = stages.map(({ stage }, at) => {
    const value = values[at] ?? 0;
    const y = at * (barHeight + 6);
    const width = Math.round((value / most) * barWidth);
    return (
      `<text x="${labelWidth - 6}" y="${y + 13}" text-anchor="end" fill="currentColor">${escaped(stage.slice(0, 24))}</text>` +
      `<rect x="${labelWidth}" y="${y}" width="${width}" height="${barHeight}" fill="#4477aa"/>` +
      `<text x="${labelWidth + width + 6}" y="${y + 13}" fill="currentColor">${escaped(says(value))}</text>`
    );
  });
  const height = stages.length * (barHeight + 6);
  const [box, label] = [`0 0 ${labelWidth + barWidth + 60} ${height}`, escaped(title)];
  return `<h3>${label}</h3><svg viewBox="${box}" width="${labelWidth + barWidth + 60}" height="${height}" font-size="12" style="max-width:100%;height:auto" role="img" aria-label="${label}">${rows.join('')}</svg>`;
}

function stageTable(stages: readonly StageRow[]): string {
  const rows = stages.map((one) => [
    foreign(one.stage),
    whole(one.open),
    whole(one.ended),
    ...figureCells(one),
  ]);
  return tableOf(['stage', 'sites in it', 'done', ...figureTitles], rows);
}

function siteTable(contexts: StrategyReport['contexts']): string {
  if (contexts.length === 0) return '';
  const rows = contexts.map((one) => [
    foreign(one.host),
    foreign(one.stage),
    ...figureCells(one),
    escaped(one.why ?? 'open'),
  ]);
  return tableOf(['site', 'stage', ...figureTitles, 'ended by'], rows);
}

const figureTitles = ['iterations', 'targets', 'pages', 'relevant', 'dismissed', 'evaluations', 'expensive'];

function figureCells(one: StrategyReport['contexts'][number] | StageRow): readonly string[] {
  const { iterations, targets, pages, relevant, dismissed, evaluations, expensive } = one;
  return [iterations, targets, pages, relevant, dismissed, evaluations, expensive].map((number) =>
    whole(number),
  );
}

function tableOf(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const head = titles.map((title) => `<th>${escaped(title)}</th>`).join('');
  const body = rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('');
  return `<table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>`;
}
