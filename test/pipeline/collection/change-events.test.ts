import { expect, it } from 'vitest';
import type { ChangeLine, SnapshotEnd } from '../../../lib/domain/collection/record.ts';
import { replayChanges } from '../../../lib/pipeline/collection/replay-changes.ts';
import { snapshotRecords } from '../../../lib/pipeline/collection/snapshot-records.ts';
import { jobName, page, reharvest, smallCrawl } from '../small-crawl.ts';

const [a, b] = ['http://a.example', 'http://b.example'];

it('a URL that leaves a record tells so with those that are left; the last one deletes it; the order is that of revisions', async () => {
  const crawl = await smallCrawl(
    { [`${a}/`]: page('owls'), [`${b}/`]: page('owls'), [`${b}/2`]: page('hawks') },
    { seeds: [`${a}/`, `${b}/`, `${b}/2`] },
  );
  const again = async () => {
    await crawl.stores.clock.advance(86_400_000);
    await reharvest(crawl);
    await crawl.run(3_600_000);
  };
  await crawl.run();
  const [first] = await crawl.changes();
  const owls = (await crawl.changes()).filter(({ record }) => record?.title === 'owls');
  expect(owls.map(({ change }) => change)).toEqual(['created', 'updated']);
  delete crawl.web[first?.url ?? ''];
  await again();
  const other = first?.url === `${a}/` ? `${b}/` : `${a}/`;
  expect((await crawl.changes()).at(-1)).toMatchObject({
    ...{ change: 'updated', md5: owls[0]?.md5, url: first?.url, cause: 'gone' },
    record: { title: 'owls', urls: [other] },
  });
  delete crawl.web[other];
  await again();
  const ofOwls = (await crawl.changes()).filter(({ md5 }) => md5 === owls[0]?.md5);
  expect(ofOwls.at(-1)).toMatchObject({ change: 'deleted', url: other, cause: 'gone' });
  const revisions = ofOwls.map(({ revision = 0 }) => revision);
  expect(revisions).toEqual([...new Set(revisions)].sort((x, y) => x - y));

  const lines: ChangeLine[] = [];
  for await (const object of replayChanges(crawl.ports, jobName, {}, () => {}))
    lines.push(...object.lines.map((line) => JSON.parse(line)));
  expect(lines).toHaveLength((await crawl.changes()).length);
  for (const of of Map.groupBy(lines, ({ host }) => host).values()) {
    const turns = [0, ...new Set(of.map(({ turn }) => turn))];
    for (const { turn, previous } of of)
      expect(previous).toMatchObject({ turn: turns[turns.indexOf(turn) - 1] });
  }

  const snapshot: (ChangeLine | SnapshotEnd)[] = [];
  for await (const line of snapshotRecords(crawl.ports, jobName)) snapshot.push(line);
  expect(snapshot).toMatchObject([{ record: { title: 'hawks' }, revision: 1 }, { snapshot: { records: 1 } }]);
  crawl.close();
});
