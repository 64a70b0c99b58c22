import { clip, printable } from '../../../lib/base/printable.ts';
import { formatNumber } from '../../../lib/base/quantity.ts';
import type {
  ClusterEvidence,
  FilterEvidence,
  ModelEvidence,
  TermEvidence,
  TextSpan,
  TopicEvidence,
} from '../../../lib/topic/explain.ts';
import { describeVerdict, nameOf } from '../../../lib/topic/judge.ts';
import { fields, table } from '../base/table.ts';

/** Rows of each table. */
const shownRows = 20;
const shownPlaces = 6;

/** Why a page is on topic or not, in words and tables. */
export function renderEvidence(evidence: TopicEvidence): string {
  const { url, verdict, undecided, filters, plugins, notAsked, page } = evidence;
  const found = Object.entries(plugins?.fields ?? {}).map(
    ([name, value]) => `${name} ${JSON.stringify(value)}`,
  );
  const said = verdict.relevant ? 'on topic' : 'off topic';
  const head = fields([
    ['page', clip(url, 200)],
    ['title', page.title === '' ? undefined : clip(page.title, 100)],
    ['verdict', `${undecided === undefined ? said : 'undecided'}: ${describeVerdict(verdict)}`],
    ['fields', found.length === 0 ? undefined : clip(found.join(', '), 200)],
    [
      'failed',
      plugins === undefined || plugins.failures.length === 0
        ? undefined
        : clip(plugins.failures.join('; '), 300),
    ],
    ['not asked', notAsked.length === 0 ? undefined : `${notAsked.join(', ')} (plug-ins are asked last)`],
  ]);
  return `${head}${filters.map(renderFilter).join('')}\n`;
}

function renderFilter({ verdict, cutOffs, minRelevance, terms, model }: FilterEvidence): string {
  const { filter, kind, relevant, score, relative, classes, otherLanguage } = verdict;
  const asked =
    cutOffs === undefined
      ? minRelevance === undefined
        ? ''
        : ` (at least ${minRelevance})`
      : ` (at least ${cutOffs.total}), ${number(relative ?? 0)} for its length (at least ${cutOffs.relative})`;
  const kinds = filter === kind ? '' : ` (${kind})`;
  if (otherLanguage !== undefined)
    return `\n${filter}${kinds} refuses: the page is in another language (${otherLanguage})\n`;
  const head = `\n${filter}${kinds} ${relevant ? 'accepts' : 'refuses'}: score ${number(score)}${asked}\n`;
  if (model !== undefined) return head + renderModel(model);
  const rows = table(
    [
      { title: 'class', cell: (one: (typeof classes)[number]) => clip(nameOf(one), 50) },
      { title: 'score', cell: ({ score: points }) => number(points), right: true },
      { title: 'share', cell: ({ share }) => percent(share), right: true },
    ],
    classes.slice(0, shownRows),
  );
  const classTable = classes.length === 0 ? 'no class has enough points\n' : `\n${rows}`;
  return `${head}${classTable}${terms === undefined ? '' : renderTerms(terms)}`;
}

function renderTerms(terms: readonly TermEvidence[]): string {
  if (terms.length === 0) return 'no term of the topic definition is in it\n';
  const more = terms.length > shownRows ? `… and ${formatNumber(terms.length - shownRows)} more\n` : '';
  const rows = table(
    [
      { title: 'line', cell: ({ line }: TermEvidence) => String(line), right: true },
      { title: 'term', cell: ({ term }) => clip(term, 40) },
      { title: 'weight', cell: ({ weight }) => String(weight), right: true },
      { title: 'points', cell: ({ points }) => number(points), right: true },
      { title: 'classes', cell: ({ classes }) => clip(classes.join(', '), 30) },
      { title: 'where', cell: ({ places }) => where(places) },
    ],
    terms.slice(0, shownRows),
  );
  return `\n${rows}${more}`;
}

function renderModel({ classes, reasons, path, clusters, none, nearest }: ModelEvidence): string {
  type Class = (typeof classes)[number];
  const classTable = table(
    [
      { title: 'class', cell: ({ id }: Class) => clip(id, 60) },
      { title: 'score', cell: ({ score }: Class) => number(score), right: true },
      {
        title: 'probability',
        cell: ({ probability }: Class) => (probability === undefined ? '' : percent(probability)),
        right: true,
      },
      { title: '', cell: ({ mark }: Class) => mark ?? '' },
    ],
    classes.slice(0, 8),
  );
  const steps = (path ?? []).map(({ id, probability, beside }) => {
    const others = beside.map((one) => `${printable(one.id)} ${percent(one.probability)}`).join(', ');
    return `  ${printable(id)} ${percent(probability)}${others === '' ? '' : `; beside it ${others}`}\n`;
  });
  const words = reasons.map(({ id, bias, words: some, known }) => {
    const start = bias === undefined ? '' : `, ${number(bias)} without any word`;
    const rows = table(
      [
        { title: 'word', cell: ({ word }: (typeof some)[number]) => clip(word, 40) },
        { title: 'speaks', cell: ({ contribution }) => signed(contribution), right: true },
        { title: 'where', cell: ({ places }) => where(places) },
      ],
      some.slice(0, shownRows),
    );
    return `\nfor ${printable(id)} (${formatNumber(known)} words of the page are known${start})\n${rows}`;
  });
  const near =
    typeof nearest === 'string'
      ? `\nno nearest examples: ${nearest}\n`
      : `\nnearest examples\n${nearest.map((one) => `  ${one.likeness.toFixed(2)} ${printable(one.name)} (${printable(one.class)})\n`).join('')}`;
  const way = steps.length === 0 ? '' : `\nway down\n${steps.join('')}`;
  const sets = clusters === undefined ? '' : renderClusters(clusters, none ?? 0);
  return `\n${classTable}${sets}${way}${words.join('')}${near}`;
}

function renderClusters(clusters: readonly ClusterEvidence[], none: number): string {
  const rows = table(
    [
      { title: 'cluster', cell: ({ id }: ClusterEvidence) => clip(id, 40) },
      { title: 'distance', cell: ({ distance }) => number(distance), right: true },
      { title: 'pages', cell: ({ documents }) => formatNumber(documents), right: true },
      { title: 'auto-in', cell: ({ autoIn }) => formatNumber(autoIn), right: true },
      {
        title: 'item sets of it that the page has',
        cell: ({ itemSets }) => clip(itemSets.map(({ items }) => items.join(' + ')).join(', '), 80),
      },
    ],
    clusters.slice(0, 8),
  );
  return `none of them ${percent(none)}\n\n${rows}`;
}

/** `title 0; text 12, 80 …`: the parts in which something stands, and at which characters. */
function where(places: readonly TextSpan[]): string {
  const parts = new Map<string, number[]>();
  for (const { part, index, start } of places) {
    const name = part === 'metadata' || part === 'headings' ? `${part}[${index}]` : part;
    const starts = parts.get(name);
    if (starts) starts.push(start);
    else parts.set(name, [start]);
  }
  return [...parts]
    .map(([name, starts]) => {
      const more = starts.length > shownPlaces ? ` … ${starts.length} in all` : '';
      return `${name} ${starts.slice(0, shownPlaces).join(', ')}${more}`;
    })
    .join('; ');
}

function percent(part: number): string {
  return `${Number((100 * part).toPrecision(3))} %`;
}

function number(value: number): string {
  return String(Number(value.toPrecision(4)));
}

function signed(value: number): string {
  return `${value > 0 ? '+' : ''}${Number(value.toPrecision(3))}`;
}
