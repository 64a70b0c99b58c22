import { type CanonicalUrl, hostOf } from '../../base/url/url.ts';
import type { FrontierEntry } from '../../domain/frontier/list-pages.ts';
import { filterDocumentOf } from '../../domain/reading/filter-document.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import { describeStandIn } from '../../domain/stand-ins/stand-in.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { explainTopic, type FilterEvidence, type TextSpan, type TopicEvidence } from '../../topic/explain.ts';
import { describeVerdict } from '../../topic/judge.ts';
import { openStoredPages, type StoredPage } from '../collection/stored-pages.ts';
import type { WhyReport } from '../report/reports.ts';
import { askPlugins } from '../topic/ask-plugins.ts';
import { topicToRead } from '../topic/topic-model.ts';

type Line = WhyReport['lines'][number];
type Ported = Pick<Ports, 'records' | 'changes' | 'offTopic' | 'models'> & Partial<Pick<Ports, 'reader'>>;

interface Explained {
  readonly url: CanonicalUrl;
  readonly page: Pick<FrontierEntry & { state: 'visited' }, 'outcome'>;
  readonly stored: StoredPage | undefined;
}

/** What a page stands in for, as its record says, and what the present topic says of it. */
export async function explainContent(
  ports: Ported,
  job: Job,
  settings: JobSettings,
  url: CanonicalUrl,
  page: FrontierEntry | undefined,
): Promise<WhyReport['lines']> {
  if (page?.state !== 'visited') return [];
  const stored = await openStoredPages(ports).of({ job: job.name, host: hostOf(url) }, page);
  const { standIn } = stored?.record ?? {};
  const told: Line[] =
    standIn === undefined ? [] : [{ step: 'stand-in', verdict: 'info', detail: describeStandIn(standIn) }];
  return [...told, ...(await explainVerdict(ports, settings, { url, page, stored }))];
}

/**
 * What the present topic says of a page, and what on the page counts most; nothing without a topic. The text of a refused
 * page is only there if the job keeps it (`offTopic.keep`).
 */
async function explainVerdict(
  ports: Ported,
  settings: JobSettings,
  { url, page, stored }: Explained,
): Promise<WhyReport['lines']> {
  if (settings.topic === undefined) return [];
  if (stored === undefined && page.outcome === 'off-topic') {
    const detail = `its text was not kept; \`winnow classify ${url}\` fetches it and shows every match`;
    return [{ step: 'topic', verdict: 'no', detail }];
  }
  if (stored === undefined) return [];
  const { topic, ...parts } = await topicToRead(ports.models, settings.topic);
  if (topic === undefined) return [];
  const pluginsAnswer = await askPlugins(ports, settings, url, stored.record);
  const evidence = explainTopic(topic, parts, filterDocumentOf({ ...stored.record, url }), pluginsAnswer);
  return [
    {
      step: 'topic',
      verdict: evidence.undecided === undefined ? (evidence.verdict.relevant ? 'yes' : 'no') : 'unknown',
      detail: describeEvidence(evidence),
    },
  ];
}

/** Terms or words of each filter that are named. */
const named = 5;

/** Why a page is on topic or not, in a line: the verdict, and what of the page speaks most, with its places. */
function describeEvidence({ verdict, filters, plugins, undecided, notAsked }: TopicEvidence): string {
  const reasons = filters.flatMap(reasonsOf);
  const open = undecided === undefined ? [] : [`it hangs on a plug-in that failed: ${undecided}`];
  const failed = (plugins?.failures ?? []).filter((one) => one !== undecided);
  const others = notAsked.length === 0 ? [] : [`not asked: ${notAsked.join(', ')}`];
  return [...open, describeVerdict(verdict), ...reasons, ...failed, ...others].join('; ');
}

function reasonsOf({ terms, model, verdict }: FilterEvidence): readonly string[] {
  if (verdict.otherLanguage !== undefined) return [];
  const ofTerms = (terms ?? [])
    .slice(0, named)
    .map(({ term, line, points, places }) => `${term} (line ${line}) ${rounded(points)}${inParts(places)}`);
  const ofWords = (model?.reasons[0]?.words ?? [])
    .slice(0, named)
    .map(({ word, contribution, places }) => `${word} ${rounded(contribution)}${inParts(places)}`);
  const all = [...ofTerms, ...ofWords];
  return all.length === 0 ? [] : [`${verdict.filter}: ${all.join(', ')}`];
}

/** ` in the title, 3 × in the text` */
function inParts(places: readonly TextSpan[]): string {
  const counts = new Map<string, number>();
  for (const { part } of places) counts.set(part, (counts.get(part) ?? 0) + 1);
  const parts = [...counts].map(([part, times]) => `${times === 1 ? '' : `${times} × `}in the ${part}`);
  return parts.length === 0 ? '' : ` ${parts.join(', ')}`;
}

function rounded(value: number): string {
  return `${value > 0 ? '+' : ''}${Number(value.toPrecision(3))}`;
}
