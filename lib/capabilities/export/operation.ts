import * as z from 'zod/mini';
import { graphForms } from '../../graph/reports.ts';
import { isFiltering } from '../../pipeline/collection/record-filter.ts';
import { field, flag, optional, whole } from '../../pipeline/operation/input.ts';
import type { Made } from '../../pipeline/operation/made.ts';
import { operation } from '../../pipeline/operation/operation.ts';
import { recordFields } from '../../pipeline/operation/record-fields.ts';
import { note } from '../../pipeline/operation/view.ts';
import { forget } from './consumer.ts';
import { exportNames } from './export-names.ts';
import { exportRecords } from './export-records.ts';
import { exportFormats } from './formats.ts';
import { exportGraph } from './graph-export.ts';

const wrongName = 'must be 1 to 40 lower-case letters, digits and hyphens';
const consumerName = () => z.string(wrongName).check(z.regex(/^[a-z0-9][a-z0-9-]{0,39}$/, wrongName));
const wrongMd5 = 'must be the MD5 of a record: 32 hex digits';
const md5s = () =>
  z.array(z.string(wrongMd5).check(z.regex(/^[0-9a-f]{32}$/i, wrongMd5)), 'must be a list of MD5s');

/** The collection in a form for others, or what became of it since it was handed out last. */
export const exportCollection = operation({
  about: 'job',
  input: {
    to: field(z.enum([...exportNames, 'graph'], `must be one of ${[...exportNames, 'graph'].join(', ')}`), {
      says: 'the form in which it is written',
      shown: 'format',
    }),
    ...recordFields('export'),
    number: field(optional(whole(1, 1e12)), {
      says: 'export at most <count> records',
      shown: 'count',
    }),
    md5: field(optional(md5s()), { says: 'export only the record <md5> (may be repeated)', shown: 'md5' }),
    recordid: field(optional(md5s()), { says: 'the same: the id of a record is its MD5', shown: 'md5' }),
    incremental: field(optional(consumerName()), {
      says: 'export what was created, updated or deleted since the last export to the consumer <name> ended; all, the first time',
      shown: 'name',
    }),
    charset: field(z._default(z.enum(['utf8', 'isolatin'], 'must be utf8 or isolatin'), 'utf8'), {
      says: 'of alvis, dc and combine: the encoding of the XML',
    }),
    nooutlinks: flag('of alvis, combine and parquet: leave out the links of the pages'),
    relativeLinks: flag(
      'of markdown: links between exported pages lead to their files; reads every record twice',
    ),
    form: field(z._default(z.enum(graphForms), 'graphml'), { says: 'of graph: rows, csr or graphml' }),
  },
  effect: 'changes',
  hasNoDryRun: true,
  logsItself: true,
  changes: ({ incremental }) => incremental !== undefined,
  isStream: true,
  files: {
    ...{ option: 'out', shown: 'path' },
    says: 'write the file or the folder <path>; without it, a file goes to standard output',
  },
  makes({ to, incremental }) {
    const { isFolder, ending, type } =
      to === 'graph' ? { isFolder: true as const, ending: '', type: 'application/zip' } : exportFormats[to];
    const updates = to === 'markdown' && incremental !== undefined ? { updates: incremental } : {};
    return { ...(isFolder && { isFolder }), ...updates, name: `export${ending}`, type };
  },
  refuses(input) {
    const { to, incremental, number, md5, recordid, relativeLinks, charset, nooutlinks } = input;
    const some = number !== undefined || md5 !== undefined || recordid !== undefined;
    if (incremental !== undefined && some)
      return 'give incremental without number, md5 and recordid: a consumer is told of every record';
    if (to === 'graph' && (incremental !== undefined || some || isFiltering(input)))
      return 'the graph is exported whole: give graph without filters and incremental';
    if (relativeLinks && to !== 'markdown') return 'relativeLinks: only Markdown has them';
    if (charset !== 'utf8' && !['alvis', 'dc', 'combine'].includes(to))
      return `charset: ${to} is always UTF-8 or bytes`;
    if (nooutlinks && !['alvis', 'combine', 'parquet'].includes(to)) return `nooutlinks: ${to} has no links`;
    return undefined;
  },
  async *run(place, input, asked): AsyncGenerator<Made> {
    if (input.to === 'graph') yield* exportGraph(place, input.form);
    else yield* exportRecords(place, { ...input, to: input.to }, asked);
  },
  view: (_: readonly Made[]) => [],
});

/** Has a consumer be told of everything again. */
export const resetExport = operation({
  about: 'job',
  input: {
    consumer: field(consumerName(), { says: 'the name of the consumer', shown: 'name', isArgument: true }),
  },
  effect: 'changes',
  hasNoDryRun: true,
  async run({ ports, of }, { consumer }) {
    await forget(ports, of.name, consumer);
    return { consumer };
  },
  view: ({ consumer }) => [[note(`the next export to ${consumer} begins at the beginning`)]],
});
