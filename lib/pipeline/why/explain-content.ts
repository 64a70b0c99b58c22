import { type CanonicalUrl, hostOf } from '../../base/url/url.ts';
import type { FrontierEntry } from '../../domain/frontier/list-pages.ts';
import { filterDocumentOf } from '../../domain/reading/filter-document.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import { describeStandIn } from '../../domain/stand-ins/stand-in.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { describeEvidence } from '../../topic/evidence/describe-evidence.ts';
import { explainTopic } from '../../topic/evidence/explain-topic.ts';
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
