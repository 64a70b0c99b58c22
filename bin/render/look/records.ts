import type { DetectedLanguage } from '../../../lib/base/language/detect-language.ts';
import { largest } from '../../../lib/base/long-lists.ts';
import {
  formatBytes,
  formatCount,
  formatDuration,
  formatNumber,
  formatTime,
} from '../../../lib/base/quantity.ts';
import type { NearDuplicateOf } from '../../../lib/capabilities/near-duplicates/group.ts';
import { describeStandIn } from '../../../lib/capabilities/stand-ins/stand-in.ts';
import type { RecordView, RecordVisit } from '../../../lib/runtime/shared/installation.ts';
import { clip, fields, printable } from '../base/table.ts';

const textWidth = 400;

/** One record with everything that is stored of it. @param whole the full text, not only its beginning */
export function renderRecord(view: RecordView, whole: boolean): string {
  const { entry, urls, moreUrls, visits, record, document } = view;
  const checked = largest(
    visits.map(({ at }) => at),
    record?.lastChecked ?? 0,
  );
  const head = fields([
    ['record', entry.md5],
    ['title', clip(entry.title, 200)],
    ['type', clip(record === undefined ? entry.mediaType : `${entry.mediaType}, ${record.charset}`, 80)],
    ['size', `${formatBytes(entry.bytes)}${record?.response.truncated ? ', cut off there' : ''}`],
    ['depth', String(entry.depth)],
    ['first seen', `${formatTime(entry.firstSeen)} UTC`],
    ['checked', checked === 0 ? undefined : `${formatTime(checked)} UTC`],
    ['changed', record === undefined ? undefined : `${formatTime(record.lastChanged)} UTC`],
    ['server', record?.response.server === undefined ? undefined : clip(record.response.server, 80)],
    ['address', record?.response.address],
    ['scripts', record?.needsScripts ? 'the page is made by them, and they are not run' : undefined],
    ['stands in', record?.standIn === undefined ? undefined : describeStandIn(record.standIn)],
    ['language', record?.language === undefined ? undefined : clip(record.language, 40)],
    ['detected', record?.detectedLanguage === undefined ? undefined : detected(record.detectedLanguage)],
    ['headings', record === undefined ? undefined : formatNumber(record.headings.length)],
    ['links', record === undefined ? undefined : links(record)],
    ['kind', record?.main?.kind],
    ['author', record?.main?.author === undefined ? undefined : clip(record.main.author, 80)],
    ['published', record?.main?.published],
    [
      'near-duplicate',
      record?.nearDuplicateOf === undefined ? undefined : nearDuplicate(record.nearDuplicateOf),
    ],
    ['analysis', record?.analysis === undefined ? undefined : clip(JSON.stringify(record.analysis), 400)],
    ['data', record?.data === undefined ? undefined : Object.keys(record.data).join(', ')],
    [
      'failed plug-ins',
      record?.pluginFailures === undefined ? undefined : clip(record.pluginFailures.join('; '), 400),
    ],
    ['fields', record?.fields === undefined ? undefined : printable(JSON.stringify(record.fields))],
    ['document', document],
    [
      'urls',
      moreUrls
        ? `more than ${formatCount(urls.length, 'URL')}, of which these are`
        : formatCount(urls.length, 'URL'),
    ],
  ]);
  const known = new Map(visits.map((visit) => [visit.url, `    ${history(visit)}\n`]));
  const list = urls.map((url) => `  ${url}\n${known.get(url) ?? ''}`).join('');
  if (record === undefined) return `${head}${list}`;
  const said = whole ? record.text : record.main?.text || record.text;
  const text = whole ? said.split('\n').map(printable).join('\n') : clip(said, textWidth);
  return `${head}${list}\n${text}\n`;
}

function links({ links: { length }, moreLinks = 0 }: NonNullable<RecordView['record']>): string {
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
