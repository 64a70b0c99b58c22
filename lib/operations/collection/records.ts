import * as z from 'zod/mini';
import { defined } from '../../base/defined.ts';
import { className, field, flag, optional, pageFields } from '../../pipeline/operation/input.ts';
import { operation } from '../../pipeline/operation/operation.ts';
import type { JobPlace } from '../../pipeline/operation/place.ts';
import { more, note, table, type ViewColumn } from '../../pipeline/operation/view.ts';
import { type ListedRecord, type ListedRecords, listRecords } from '../../pipeline/report/list-records.ts';
import { viewRecord } from '../../pipeline/report/view-record.ts';
import { classHierarchy } from '../../topic/settings.ts';

/** A record with what the topic says of it; absent: nobody asked, or it was not judged. */
export interface JudgedRecord extends ListedRecord {
  readonly topic?: { readonly score: number; readonly best?: string };
}

export type JudgedRecords = Omit<ListedRecords, 'records'> & { readonly records: readonly JudgedRecord[] };

/** Records of the collection by MD5 ascending. */
export const records = operation({
  about: 'job',
  input: {
    ...pageFields('records'),
    class: field(optional(z.array(className(), 'must be a list of classes')), {
      says: 'list only records of <class> or a class below it (may be repeated); reads every record to find these',
    }),
    topic: flag('show the score and the best class of each record; reads every listed record'),
  },
  effect: 'reads',
  async run(place, { limit, cursor, class: classes, topic }): Promise<JudgedRecords> {
    const page =
      classes === undefined
        ? await listRecords(place.ports, place.of.name, limit, cursor)
        : await ofClasses(place, classes, { limit, ...defined({ cursor }) });
    return topic ? await withVerdicts(place, page) : page;
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

/** Adds what the topic says of each record. */
async function withVerdicts({ ports, of }: JobPlace, page: ListedRecords) {
  const judged: JudgedRecord[] = [];
  for (const entry of page.records) {
    const verdict = (await viewRecord(ports, of, entry.md5))?.record?.topic;
    const best = verdict?.classes[0]?.id;
    judged.push(
      verdict === undefined ? entry : { ...entry, topic: { score: verdict.score, ...defined({ best }) } },
    );
  }
  return { ...page, records: judged };
}

/** Reads pages until `limit` records of these classes are found. */
async function ofClasses(
  { ports, of, settings }: JobPlace,
  wanted: readonly string[],
  { limit, cursor }: { readonly limit: number; readonly cursor?: string },
): Promise<ListedRecords> {
  const { topic } = await settings(of.name);
  const { isWithin } = classHierarchy(topic?.classes);
  const found: ListedRecord[] = [];
  for (let at = cursor; ; ) {
    const page = await listRecords(ports, of.name, limit, at);
    for (const entry of page.records) {
      const classes = (await viewRecord(ports, of, entry.md5))?.record?.topic?.classes ?? [];
      if (classes.some(({ id }) => wanted.some((one) => isWithin(id, one)))) found.push(entry);
    }
    at = page.cursor;
    if (at === undefined) return { records: found };
    if (found.length >= limit) return { records: found, cursor: at };
  }
}
