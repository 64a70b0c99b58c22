import { filterDocumentOf } from '../../domain/reading/filter-document.ts';
import { explainTopic, type FilterEvidence, type TextSpan, type TopicEvidence } from '../../topic/explain.ts';
import { describeVerdict } from '../../topic/judge.ts';
import { askPlugins } from '../topic/ask-plugins.ts';
import { topicToRead } from '../topic/topic-model.ts';
import type { AskedUrl, WhyLines } from './explainer.ts';

/**
 * What the present topic says of a page, and what on the page counts most; nothing without a topic. The text of a refused
 * page is only there if the job keeps it (`offTopic.keep`).
 */
export async function explainVerdict({ ports, settings, url, page, ...asked }: AskedUrl): Promise<WhyLines> {
  if (page?.state !== 'visited' || settings.topic === undefined) return [];
  const stored = await asked.stored();
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
