import * as z from 'zod/mini';
import { defined } from '../../base/defined.ts';
import { WinnowError } from '../../base/error.ts';
import { append } from '../../base/long-lists.ts';
import type { TopicVerdict } from '../../base/page/topic-verdict.ts';
import { sideBySide } from '../../pipeline/base/side-by-side.ts';
import { changeLineOf } from '../../pipeline/collection/change-line-of.ts';
import { className, field, flag, optional, pageFields } from '../../pipeline/operation/input.ts';
import { operation } from '../../pipeline/operation/operation.ts';
import type { JobPlace } from '../../pipeline/operation/place.ts';
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
    class: field(optional(z.array(className(), 'must be a list of classes')), {
      says: 'list only records of <class> or a class below it (may be repeated); reads every record to find these',
    }),
    topic: flag('show the score and the best class of each record; reads every listed record'),
    sort: field(optional(z.enum(['relevance'], 'must be relevance')), {
      says: 'list first the records with the highest scores by the topic; reads every record',
    }),
  },
  effect: 'reads',
  async run({ ports, of, settings }, { limit, cursor, class: classes, topic, sort }): Promise<JudgedRecords> {
    const isBest = sort !== undefined;
    if (!isBest && classes === undefined && !topic) return await listRecords(ports, of.name, limit, cursor);
    const { isWithin } = classHierarchy((await settings(of.name)).topic?.classes);
    const isWanted = ({ verdict }: Judged): boolean =>
      classes?.some((one) => verdict?.classes.some(({ id }) => isWithin(id, one))) ?? true;
    const found = await readRecords({ ports, of }, { limit, cursor, isBest, isWanted });
    return { ...found, records: found.records.map((one) => shown(one, topic || isBest)) };
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

interface Judged {
  readonly entry: ListedRecord;
  readonly verdict: TopicVerdict | undefined;
}

function shown({ entry, verdict }: Judged, isJudged: boolean): JudgedRecord {
  if (verdict === undefined || !isJudged) return entry;
  return { ...entry, topic: { score: verdict.score, ...defined({ best: verdict.classes[0]?.id }) } };
}

interface Wanted {
  readonly limit: number;
  readonly cursor: string | undefined;
  /** The best first: all records are read, and as many are kept as are wanted. */
  readonly isBest: boolean;
  isWanted(record: Judged): boolean;
}

const [readAtOnce, pageOfAll] = [8, 200];

/** Reads pages of records until enough are found. */
async function readRecords({ ports, of }: Pick<JobPlace, 'ports' | 'of'>, wanted: Wanted) {
  const { limit, cursor, isBest, isWanted } = wanted;
  const isBehind = isBest && cursor !== undefined ? behind(cursor) : () => true;
  let found: Judged[] = [];
  let at = isBest ? undefined : cursor;
  do {
    const page = await listRecords(ports, of.name, isBest ? pageOfAll : limit, at);
    const verdicts = new Map<ListedRecord, TopicVerdict | undefined>();
    await sideBySide(page.records, readAtOnce, async (entry) => {
      verdicts.set(entry, (await changeLineOf(ports, of.name, entry))?.record?.topic);
    });
    const judged = page.records.map((entry) => ({ entry, verdict: verdicts.get(entry) }));
    append(
      found,
      judged.filter((one) => isWanted(one) && isBehind(one)),
    );
    if (isBest) found = found.sort(byRelevance).slice(0, limit + 1);
    at = page.cursor;
  } while (at !== undefined && (isBest || found.length < limit));
  if (!isBest || found.length <= limit) return { records: found, ...defined({ cursor: at }) };
  const last = found[limit - 1] as Judged;
  return { records: found.slice(0, limit), cursor: `${relevance(last)}:${last.entry.md5}` };
}

/** Records without a verdict are the last. */
const relevance = ({ verdict }: Pick<Judged, 'verdict'>): number =>
  verdict?.score ?? Number.NEGATIVE_INFINITY;

function byRelevance(a: Judged, b: Judged): number {
  const [left, right] = [relevance(a), relevance(b)];
  return left === right ? (a.entry.md5 < b.entry.md5 ? -1 : 1) : right - left;
}

/** Which records come behind a cursor: the relevance and the MD5 of a record. */
function behind(cursor: string): (record: Judged) => boolean {
  const [, score, md5 = ''] = /^(\S+):([0-9a-f]{32})$/.exec(cursor) ?? [];
  const least = Number(score);
  if (Number.isNaN(least)) throw new WinnowError('usage', 'cursor: must be what an answer said');
  return (one) => relevance(one) < least || (relevance(one) === least && one.entry.md5 > md5);
}
