import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { settingsInForce } from '../../../lib/capabilities/in-force.ts';
import { order } from '../../../lib/operations/order.ts';
import { ensureJob } from '../../../lib/pipeline/job/open-job.ts';
import type { Workplace } from '../../../lib/pipeline/operation/place.ts';
import { jobName, page, type SmallCrawl, smallCrawl } from '../../pipeline/small-crawl.ts';
import { testSettings } from '../../support/settings.ts';
import { placeOfCrawl } from '../../support/topic/place-of-crawl.ts';
import { termTopic } from '../../support/topic/topic.ts';

const site = 'https://birds.example';
const written = '40: owl=B.OWL\n40: heron=B.HERON\n';
const edited = '40: owl=B.OWL\n';
const ofFiles = (definition = written) => ({ ...testSettings(jobName), topic: termTopic(definition) });
const by = { by: 'a test', reason: '' };

let crawl: SmallCrawl;
let place: Workplace;
beforeEach(async () => {
  crawl = await smallCrawl(
    {
      [`${site}/`]: page('Birds: the owl and the heron', '/owls', '/herons'),
      [`${site}/owls`]: page('An owl is an owl'),
      [`${site}/herons`]: page('A heron is a heron'),
    },
    { seeds: [`${site}/`], settings: { topic: termTopic(written) } },
  );
  await crawl.run();
  place = placeOfCrawl(crawl.ports);
});
afterEach(() => crawl.close());

const shown = async () => (await order('terms-show', place, { job: jobName }, by)).filters[0];
const edit = (fields: object) => order('terms-edit', place, { job: jobName, ...fields }, by);
const definition = async () => {
  const [filter] = (await place.settings(jobName)).topic?.filters ?? [];
  return filter?.kind === 'terms' ? filter.definition : undefined;
};

describe('terms that are edited', () => {
  it('are tried first: rows that come and go, hits of the new ones, what leaves the collection', async () => {
    const trial = await edit({ definition: `${edited}30: bird=B\n`, dryRun: true });
    expect(trial).toMatchObject({
      added: [{ line: 2, weight: 30, term: 'bird', classes: ['B'] }],
      removed: [{ term: 'heron' }],
      trial: { records: 3, hits: [{ term: 'bird', hits: 0 }], difference: { counts: { dropped: 1 } } },
    });
    expect(await definition()).toBe(written);
    const part = await edit({ definition: edited, dryRun: true, pages: 1 });
    expect(part.trial?.difference).toMatchObject({ pages: 1, isPart: true });
    expect(part.trial?.records).toBe(1);
  });

  it('hold in place of those of the files, which change nothing until they say something else', async () => {
    await edit({ definition: edited });
    expect(await definition()).toBe(edited);
    expect(await shown()).toMatchObject({ isEdited: true, terms: [{ term: 'owl' }] });
    await ensureJob(crawl.ports, await settingsInForce(crawl.ports, ofFiles()));
    expect(await definition()).toBe(edited);
    const newer = '40: gull=B.GULL\n';
    await ensureJob(crawl.ports, await settingsInForce(crawl.ports, ofFiles(newer)));
    expect(await definition()).toBe(newer);
    expect(await shown()).toMatchObject({ isEdited: false });
  });

  it('go back to what the files say, after several edits', async () => {
    await edit({ definition: edited });
    await edit({ definition: '10: owl=B.OWL\n' });
    await edit({ reset: true });
    expect(await definition()).toBe(written);
    await ensureJob(crawl.ports, await settingsInForce(crawl.ports, ofFiles()));
    expect(await definition()).toBe(written);
    await expect(edit({ reset: true })).rejects.toThrow('those of the files already');
  });

  it('are refused to who has not seen the last edit', async () => {
    const version = (await shown())?.version;
    await edit({ definition: edited, ifVersion: version });
    const late = edit({ definition: '10: gull=B\n', ifVersion: version });
    await expect(late).rejects.toMatchObject({ code: 'conflict' });
    await expect(late).rejects.toThrow('changed since you read them');
    expect(await definition()).toBe(edited);
  });

  it('are taken from one of two who edit at the same time', async () => {
    const version = (await shown())?.version;
    const both = await Promise.allSettled(
      [edited, '40: heron=B.HERON\n'].map((one) => edit({ definition: one, ifVersion: version })),
    );
    const taken = both.filter(({ status }) => status === 'fulfilled');
    expect(taken).toHaveLength(1);
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'conflict' } });
  });

  it('are refused line by line, and tell their faults in a dry run', async () => {
    const wrong = 'ten: owl=B\n40: owl=B\n40 heron\n40: owl=B\n';
    const { faults } = await edit({ definition: wrong, dryRun: true });
    expect(faults).toMatchObject([
      { line: 1, isUsed: false },
      { line: 3, isUsed: false },
      { line: 4, isUsed: true },
    ]);
    const refused = edit({ definition: wrong });
    await expect(refused).rejects.toMatchObject({ code: 'usage' });
    await expect(refused).rejects.toThrow(/^line 1: .*\nline 3: .*$/);
    await expect(edit({ definition: '# nothing' })).rejects.toThrow('there is no row');
    expect(await definition()).toBe(written);
  });
});
