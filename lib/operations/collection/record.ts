import { bodyOf, storedDocument } from '../../archive/documents.ts';
import { WinnowError } from '../../base/error.ts';
import type { DetectedLanguage } from '../../base/language/detect-language.ts';
import { largest } from '../../base/long-lists.ts';
import { clip } from '../../base/printable.ts';
import { formatBytes, formatCount, formatDuration, formatNumber, formatTime } from '../../base/quantity.ts';
import type { NearDuplicateOf } from '../../capabilities/near-duplicates/group.ts';
import { describeStandIn } from '../../capabilities/stand-ins/stand-in.ts';
import type { PageRecord } from '../../domain/collection/record.ts';
import { field, flag, text } from '../../pipeline/operation/input.ts';
import { operation } from '../../pipeline/operation/operation.ts';
import { detail, type Fact, facts, note } from '../../pipeline/operation/view.ts';
import type { RecordView, RecordVisit } from '../../pipeline/report/reports.ts';
import { viewRecord } from '../../pipeline/report/view-record.ts';

const textWidth = 400;

/** One record with everything that is stored of it. */
export const record = operation({
  about: 'job',
  input: {
    record: field(text('must be an MD5 or a URL', 1_000_000), {
      says: 'the MD5 of the record, or one of its URLs',
      ...{ shown: 'md5|url', isArgument: true },
    }),
    text: flag('print the whole text, not only its beginning'),
  },
  effect: 'reads',
  async run({ ports, of, locate }, { record: named }): Promise<RecordView> {
    const view = await viewRecord(ports, of, named);
    if (view === undefined)
      throw new WinnowError(
        'not-found',
        `no record ${JSON.stringify(named)}; 'winnow why URL' explains what happened to a URL`,
      );
    return view.document && locate ? { ...view, document: locate(view.document) } : view;
  },
  view(view, { input: { text: isWhole } }) {
    const { urls, visits, record: stored } = view;
    const known = new Map(visits.map((visit) => [visit.url, detail(history(visit), 2)]));
    const list = urls.flatMap((url) => [detail(url), known.get(url) ?? []].flat());
    const head = [
      facts([...entryFacts(view), ...(stored ? recordFacts(stored) : []), ...placeFacts(view)]),
      ...list,
    ];
    if (stored === undefined) return [head];
    if (isWhole) return [head, stored.text.split('\n').map((line) => note(line))];
    return [head, [note(clip(stored.main?.text || stored.text, textWidth))]];
  },
  formats: {
    raw: {
      says: 'print nothing but the raw document, byte for byte without its content coding',
      async write({ entry: { document: key, md5 } }, { ports }) {
        const bytes = key && (await ports.documents.read(key));
        const body = key && bytes && bodyOf(storedDocument(key, bytes));
        if (!body) throw new WinnowError('not-found', `no raw document of ${md5} is stored`);
        return body;
      },
    },
  },
});

function entryFacts({ entry, visits, record: stored }: RecordView): readonly Fact[] {
  const checked = largest(
    visits.map(({ at }) => at),
    stored?.lastChecked ?? 0,
  );
  return [
    ['record', entry.md5],
    ['title', clip(entry.title, 200)],
    ['type', clip(stored === undefined ? entry.mediaType : `${entry.mediaType}, ${stored.charset}`, 80)],
    ['size', `${formatBytes(entry.bytes)}${stored?.response.truncated ? ', cut off there' : ''}`],
    ['depth', String(entry.depth)],
    ['first seen', `${formatTime(entry.firstSeen)} UTC`],
    ['checked', checked === 0 ? undefined : `${formatTime(checked)} UTC`],
  ];
}

function recordFacts(stored: PageRecord): readonly Fact[] {
  const { response, main, language, detectedLanguage, nearDuplicateOf, analysis, fields } = stored;
  return [
    ['changed', `${formatTime(stored.lastChanged)} UTC`],
    ['server', response.server && clip(response.server, 80)],
    ['address', response.address],
    ['scripts', stored.needsScripts ? 'the page is made by them, and they are not run' : undefined],
    ['stands in', stored.standIn && describeStandIn(stored.standIn)],
    ['language', language && clip(language, 40)],
    ['detected', detectedLanguage && detected(detectedLanguage)],
    ['headings', formatNumber(stored.headings.length)],
    ['links', links(stored)],
    ['kind', main?.kind],
    ['author', main?.author && clip(main.author, 80)],
    ['published', main?.published],
    ['near-duplicate', nearDuplicateOf && nearDuplicate(nearDuplicateOf)],
    ['analysis', analysis && clip(JSON.stringify(analysis), 400)],
    ['data', stored.data && Object.keys(stored.data).join(', ')],
    ['failed plug-ins', stored.pluginFailures && clip(stored.pluginFailures.join('; '), 400)],
    ['fields', fields && JSON.stringify(fields)],
  ];
}

function placeFacts({ document, urls, moreUrls }: RecordView): readonly Fact[] {
  const counted = formatCount(urls.length, 'URL');
  return [
    ['document', document],
    ['urls', moreUrls ? `more than ${counted}, of which these are` : counted],
  ];
}

function links({ links: { length }, moreLinks = 0 }: PageRecord): string {
  const more =
    moreLinks === 0 ? '' : `, and ${formatNumber(moreLinks)} more that were not taken (links.maxPerPage)`;
  return `${formatNumber(length)}${more}`;
}

function detected({ code, confidence }: DetectedLanguage): string {
  return confidence === undefined ? code : `${code}, confidence ${confidence.toFixed(2)}`;
}

function nearDuplicate({ url, md5, similarity }: NearDuplicateOf): string {
  return `${Math.round(similarity * 100)} % as ${clip(url, 200)} (${md5})`;
}

const dayMs = 86_400_000;

/** What the visits of a URL told of it, times in UTC. */
function history({ at, firstSeen, changedAt, revisions = 0, rate, next }: RecordVisit): string {
  const changed =
    revisions === 0
      ? 'never seen to change'
      : `changed ${formatCount(revisions, 'time')}, last ${formatTime(changedAt)}`;
  const parts = [`first visited ${formatTime(firstSeen)}`, changed, `checked ${formatTime(at)}`];
  if (rate !== undefined && rate > 0) parts.push(`about one change in ${formatDuration(dayMs / rate)}`);
  parts.push(next === undefined ? 'never again' : `next ${formatTime(next)}`);
  return parts.join('; ');
}
