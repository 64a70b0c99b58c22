import { expect, it } from 'vitest';
import { ChangedRecords } from '../../../lib/pipeline/feed/changed-records.ts';
import { page, smallCrawl } from '../small-crawl.ts';

const site = 'http://a.example/';
const md5 = '0'.repeat(32);
const place = { v: 2, job: 'birds', host: 'a.example', md5, url: site, at: 1 };
const lines = (...changes: readonly string[]): readonly string[] =>
  changes.map((change, at) => JSON.stringify({ ...place, change, turn: at + 1, ordinal: 0 }));

it('tells of a record that was made and deleted in one object: an earlier one may have told it', async () => {
  const crawl = await smallCrawl({ [site]: page('home') }, { seeds: [site] });
  const changesOf = async (...changes: readonly string[]) => {
    const found = {
      object: { name: 'one', key: 'one', at: 1 },
      place: { taken: 1 },
      lines: lines(...changes),
    };
    return (await new ChangedRecords(crawl.ports, 'birds').in(found)).changes;
  };
  expect(await changesOf('created', 'deleted')).toMatchObject([{ gone: { md5 } }]);
  // Its deletion comes in a later object.
  expect(await changesOf('created')).toEqual([]);
  crawl.close();
});
