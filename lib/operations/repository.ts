import * as z from 'zod/mini';
import { describeRepository, metadataPrefixes } from '../capabilities/export/describe-repository.ts';
import { listRecords, readRecord } from '../capabilities/export/repository.ts';
import { optional, text, whole } from '../pipeline/operation/input.ts';
import { operation } from '../pipeline/operation/operation.ts';

export type { Repository } from '../capabilities/export/describe-repository.ts';
export type { ListPage, RepositoryItem } from '../capabilities/export/repository.ts';

/** Operations that a protocol of harvesters stands on; people have `export`. */

const seconds = () => optional(whole(-1e11, 1e11));
const prefix = () => optional(z.enum(metadataPrefixes));
const feedPlace = {
  cursor: optional(text('must be a cursor', 2_000)),
  taken: whole(0, 1_000_000),
};
const place = z.strictObject({
  ...feedPlace,
  beyond: optional(z.strictObject(feedPlace)),
  line: whole(0, 1_000_000),
  object: text('must be a name', 40),
});

/** What a list is of, and where it goes on. */
export const listed = {
  ...{ from: seconds(), until: seconds(), set: optional(z.string()) },
  place: optional(place),
};

/** What a repository of the records of a job says of itself. */
export const repository = operation({
  about: 'job',
  input: {},
  effect: 'reads',
  run: (at) => describeRepository(at),
  view: () => [],
});

/** Records in the order of their last changes, page by page. */
export const repositoryList = operation({
  about: 'job',
  input: {
    ...listed,
    ...{ prefix: prefix(), limit: whole(1, 1_000) },
  },
  effect: 'reads',
  run: (at, query, { signal }) => listRecords(at, query, signal),
  view: () => [],
});

/** One record; undefined: there is none. */
export const repositoryRecord = operation({
  about: 'job',
  input: { md5: z.string().check(z.regex(/^[0-9a-f]{32}$/)), prefix: prefix() },
  effect: 'reads',
  run: (at, { md5, prefix: wanted }, { signal }) => readRecord(at, md5, wanted, signal),
  view: () => [],
});
