import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { settingsInForce } from '../../../lib/capabilities/in-force.ts';
import { order } from '../../../lib/operations/order.ts';
import { ensureJob } from '../../../lib/pipeline/job/open-job.ts';
import type { Workplace } from '../../../lib/pipeline/operation/place.ts';
import { jobName, page, type SmallCrawl, smallCrawl } from '../../pipeline/small-crawl.ts';
import { testSettings } from '../../support/settings.ts';
import { placeOfCrawl } from '../../support/topic/place-of-crawl.ts';
import { termTopic } from '../../support/topic/topic.ts';

const site = 'https://mixed.example';
const texts = {
  owl: 'The barn owl hunts mice by night with silent feathers and sharp talons over meadows',
  train: 'The steam train runs on rails past the signal box of the old railway station',
  bread: 'Knead the dough of flour yeast and water then bake the loaf in a hot oven',
};
const pages = Object.entries(texts).flatMap(([name, text]) =>
  ['one', 'two', 'three', 'four'].map((more) => [`/${name}/${more}`, `${text} ${more}`] as const),
);
const by = { by: 'a test', reason: '' };

let crawl: SmallCrawl;
let place: Workplace;
beforeEach(async () => {
  crawl = await smallCrawl(Object.fromEntries(pages.map(([path, text]) => [`${site}${path}`, page(text)])), {
    seeds: pages.map(([path]) => `${site}${path}`),
  });
  await crawl.run();
  place = placeOfCrawl(crawl.ports);
});
afterEach(() => crawl.close());

const make = (fields: object = {}) =>
  order('clusters-make', place, { job: jobName, clusters: 3, ...fields }, by);
const list = (fields: object = {}) => order('clusters-list', place, { job: jobName, ...fields }, by);
/** The cluster of the pages below a folder. */
const of = async (folder: string) => {
  const { clusters } = await list();
  const found = clusters.find(({ examples }) => examples.every(({ url }) => url.includes(`/${folder}/`)));
  return found?.id ?? expect.fail(`no cluster has ${folder}: ${JSON.stringify(clusters)}`);
};

describe('the clusters of a job', () => {
  it('are of pages that are alike, with words that say how', async () => {
    expect(await list()).toMatchObject({ version: '', clusters: [] });
    const trial = await make({ dryRun: true });
    expect(trial).toMatchObject({ dryRun: true, version: '', pages: 12 });
    expect(await list()).toMatchObject({ version: '', clusters: [] });
    const made = await make();
    expect(made.clusters.map((one) => one.pages)).toEqual([4, 4, 4]);
    expect(await list()).toEqual(made);
    const owls = await list({ id: await of('owl') });
    expect(owls.clusters[0]?.terms).toContain('owl');
    expect(owls.clusters[0]?.examples).toHaveLength(4);
  });

  it('are made of a sample, which says that it is one', async () => {
    expect(await make({ pages: 10, dryRun: true })).toMatchObject({ pages: 10, isPart: true });
  });

  it('are merged and renamed, and keep their pages', async () => {
    await make();
    const [owl, train] = [await of('owl'), await of('train')];
    const merged = await order('clusters-merge', place, { job: jobName, ids: [owl, train] }, by);
    expect(merged.clusters.map((one) => one.pages).toSorted()).toEqual([4, 8]);
    const named = { job: jobName, id: owl, name: 'Night shift' };
    const { clusters } = await order('clusters-rename', place, named, by);
    const shift = clusters.find(({ id }) => id === 'Night-shift');
    expect(shift).toMatchObject({ pages: 8 });
    expect(shift?.terms).toEqual(expect.arrayContaining(['owl', 'box']));
    const taken = order(
      'clusters-rename',
      place,
      { ...named, id: await of('bread'), name: 'Night shift' },
      by,
    );
    await expect(taken).rejects.toThrow('there is a cluster Night-shift already');
    const lost = order('clusters-rename', place, { ...named, id: 'Night-shft' }, by);
    await expect(lost).rejects.toThrow('did you mean Night-shift?');
  });

  it('are refused to who has not seen the last change', async () => {
    const { version } = await make();
    await order(
      'clusters-rename',
      place,
      { job: jobName, id: await of('owl'), name: 'Owls', ifVersion: version },
      by,
    );
    const late = order(
      'clusters-merge',
      place,
      { job: jobName, ids: ['Owls', await of('train')], ifVersion: version },
      by,
    );
    await expect(late).rejects.toMatchObject({ code: 'conflict' });
    expect((await list()).clusters).toHaveLength(3);
    await expect(make({ ifVersion: version })).rejects.toMatchObject({ code: 'conflict' });
  });

  it('become the topic of a job, once it is told what leaves the collection, and stay it', async () => {
    await make();
    const asked = { job: jobName, ids: [await of('owl')] };
    const trial = await order('clusters-topic', place, { ...asked, dryRun: true }, by);
    expect(trial.difference?.counts).toMatchObject({ dropped: 8, revised: 4 });
    expect((await place.settings(jobName)).topic).toBeUndefined();
    await order('clusters-topic', place, asked, by);
    await ensureJob(crawl.ports, await settingsInForce(crawl.ports, testSettings(jobName)));
    expect((await place.settings(jobName)).topic?.filters).toMatchObject([
      { kind: 'clusters', good: asked.ids },
    ]);
    expect((await list()).clusters.filter(({ isGood }) => isGood)).toMatchObject([{ id: asked.ids[0] }]);
    await order('clusters-topic', place, { job: jobName, ids: [], reset: true }, by);
    expect((await place.settings(jobName)).topic).toBeUndefined();
  });

  it('are no topic of a job that has another', async () => {
    await make();
    await ensureJob(crawl.ports, { ...testSettings(jobName), topic: termTopic('40: owl=OWL\n') });
    const asked = order('clusters-topic', place, { job: jobName, ids: [await of('owl')] }, by);
    await expect(asked).rejects.toThrow('has another topic, which stays');
  });
});
