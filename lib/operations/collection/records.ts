import * as z from 'zod/mini';
import { defined } from '../../base/defined.ts';
import { WinnowError } from '../../base/error.ts';
import { sideBySide } from '../../pipeline/base/side-by-side.ts';
import { changeLineOf } from '../../pipeline/collection/change-line-of.ts';
import { isFiltering, type RecordFilter, recordFilter } from '../../pipeline/collection/record-filter.ts';
import { field, flag, optional, pageFields } from '../../pipeline/operation/input.ts';
import { operation } from '../../pipeline/operation/operation.ts';
import type { JobPlace } from '../../pipeline/operation/place.ts';
import { recordFields } from '../../pipeline/operation/record-fields.ts';
import { more, note, table, type ViewColumn } from '../../pipeline/operation/view.ts';
import { type ListedRecord, type ListedRecords, listRecords } from '../../pipeline/report/list-records.ts';
import { classHierarchy } from '../../topic/settings.ts';

/** A record with what the topic says of it; absent: nobody asked, or it was not judged. */
export interface JudgedRecord extends ListedRecord {
  readonly topic?: { readonly score: number; readonly best?: string };
}

export type JudgedRecords = Omit<ListedRecords, 'records'> & { readonly records: readonly JudgedRecord[] };

/** Records of the collection by MD5 ascending, or the best first. */
export const records = operation({
  about: 'job',
  input: {
    ...pageFields('records'),
    ...recordFields('list'),
    topic: flag('show the score and the best class of each record; reads every listed record'),
    sort: field(optional(z.enum(['relevance'], 'must be relevance')), {
      says: 'list first the records with the highest scores by the topic; reads every record',
    }),
  },
  effect: 'reads',
  async run(place, asked): Promise<JudgedRecords> {
    const { limit, cursor, topic, sort, ...filter } = asked;
    if (topic || sort !== undefined) return await judgedRecords(place, asked);
    if (!isFiltering(filter)) return await listRecords(place.ports, place.of.name, limit, cursor);
    const { records: judged, ...rest } = await judgedRecords(place, asked);
    return { ...rest, records: judged.map(({ topic: _, ...entry }) => entry) };
  },
  view(page) {
    if (page.records.length === 0) return [[note('no records')]];
    const isJudged = page.records.some(({ topic }) => topic !== undefined);
    const rows = table<JudgedRecord>(
      [
        { title: 'record', value: 'md5' },
        { title: 'size', unit: 'bytes', value: 'bytes' },
        { title: 'type', width: 30, value: 'mediaType' },
        { title: 'depth', unit: 'number', value: 'depth' },
        ...(isJudged ? verdictColumns : []),
        { title: 'title', width: 50, value: 'title' },
        { title: 'url', unit: 'url', value: 'url' },
      ],
      page.records,
    );
    return [[rows], ...more(page.cursor)];
  },
});

const verdictColumns: readonly ViewColumn<JudgedRecord>[] = [
  { title: 'score', unit: 'number', value: ({ topic }) => topic && Number(topic.score.toPrecision(4)) },
  { title: 'class', width: 30, value: ({ topic }) => topic?.best },
];

interface Asked extends RecordFilter {
  readonly limit: number;
  readonly cursor?: string;
  readonly sort?: 'relevance';
}

const [readAtOnce, pageOfAll, mostSorted] = [8, 200, 10_000];

/** Reads pages of records with what the topic says of each, until enough are found; all of them to find the best. */
async function judgedRecords({ ports, of, settings }: JobPlace, asked: Asked): Promise<JudgedRecords> {
  const { limit, cursor, sort: _, ...filter } = asked;
  const isBest = asked.sort !== undefined;
  const { isWithin } = classHierarchy((await settings(of.name)).topic?.classes);
  const isWanted = recordFilter(filter, isWithin, ports.clock.now());
  const isAll = !isFiltering(filter);
  const { isBehind, before } =
    isBest && cursor !== undefined ? behind(cursor) : { isBehind: () => true, before: 0 };
  let records: JudgedRecord[] = [];
  let at = isBest ? undefined : cursor;
  do {
    const page = await listRecords(ports, of.name, isBest ? pageOfAll : limit, at);
    await sideBySide(page.records, readAtOnce, async (entry) => {
      const record = (await changeLineOf(ports, of.name, entry))?.record;
      const verdict = record?.topic;
      const [best] = verdict?.classes ?? [];
      const topic = verdict && { score: verdict.score, ...defined({ best: best?.id }) };
      const one = { ...entry, ...defined({ topic }) };
      const isIn = isAll || (record !== undefined && isWanted(record));
      if (isIn && isBehind(one)) records.push(one);
    });
    records.sort(isBest ? byRelevance : byMd5);
    if (isBest) records = records.slice(0, limit + 1);
    at = page.cursor;
  } while (at !== undefined && (isBest || records.length < limit));
  const last = records[limit - 1];
  if (!isBest || last === undefined || records.length === limit)
    return { records, ...defined({ cursor: at }) };
  return { records: records.slice(0, limit), cursor: `${relevance(last)}:${last.md5}:${before + limit}` };
}

/** Records without a verdict are the last. */
const relevance = ({ topic }: JudgedRecord): number => topic?.score ?? Number.NEGATIVE_INFINITY;
const byMd5 = (a: JudgedRecord, b: JudgedRecord): number => (a.md5 < b.md5 ? -1 : 1);

function byRelevance(a: JudgedRecord, b: JudgedRecord): number {
  const [left, right] = [relevance(a), relevance(b)];
  return left === right ? byMd5(a, b) : right - left;
}

/** Which records come behind a cursor: the relevance and the MD5 of a record, and how many came up to it. */
function behind(cursor: string) {
  const [, score, md5 = '', count] = /^(\S+):([0-9a-f]{32}):(\d{1,9})$/.exec(cursor) ?? [];
  const [least, before] = [Number(score), Number(count)];
  if (Number.isNaN(least)) throw new WinnowError('usage', 'cursor: must be what an answer said');
  if (before >= mostSorted)
    throw new WinnowError(
      'usage',
      `the best ${mostSorted} records are listed, no more: every page reads all; choose with --min-score or --class`,
    );
  const isBehind = (one: JudgedRecord): boolean =>
    relevance(one) < least || (relevance(one) === least && one.md5 > md5);
  return { isBehind, before };
}
