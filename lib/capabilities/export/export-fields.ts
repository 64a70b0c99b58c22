import * as z from 'zod/mini';
import { field, flag, optional, whole } from '../../pipeline/operation/input.ts';
import { recordFields } from '../../pipeline/operation/record-fields.ts';

const wrongName = 'must be 1 to 40 lower-case letters, digits and hyphens';
export const consumerName = () => z.string(wrongName).check(z.regex(/^[a-z0-9][a-z0-9-]{0,39}$/, wrongName));
const wrongMd5 = 'must be the MD5 of a record: 32 hex digits';
const md5s = () =>
  z.array(z.string(wrongMd5).check(z.regex(/^[0-9a-f]{32}$/i, wrongMd5)), 'must be a list of MD5s');

/** What is exported, and how: to a disk or into a bucket. */
export const exportFields = {
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
  collapseinlinks: flag('of alvis and combine: of the links to a page, one for each anchor text'),
  noinlinks: flag('of alvis and combine: leave out the links to the pages; reads every record once'),
};
