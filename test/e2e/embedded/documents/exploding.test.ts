import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { explodingDocuments } from '../../../support/documents/exploding.ts';
import { sampleDocuments } from '../../../support/documents/samples.ts';
import { startWeb, type TestWeb } from '../../../support/web/web-server.ts';
import type { Collection } from '../../support/collection.ts';
import { openData } from '../../support/data-directory.ts';
import { jobDirectory } from '../../support/job-directory.ts';
import { crawlHere } from '../../support/process/in-process.ts';

describe('documents that explode', () => {
  const others = sampleDocuments(() => 'http://elsewhere.example/').filter(({ name }) => name !== 'pdf');
  let web: TestWeb;
  let collection: Collection;
  const at = (name: string) => collection.get(web.url('x.localhost', `/${name}`));

  beforeAll(async () => {
    const exploding = explodingDocuments.map((one) => ({ ...one, body: one.make() }));
    const all = [...exploding, ...others];
    web = await startWeb({
      pages: ({ path }) => {
        if (path === '/robots.txt') return undefined;
        const document = all.find(({ name }) => path === `/${name}`);
        if (document !== undefined)
          return { headers: { 'content-type': document.mediaType }, body: document.body };
        const links = all.map(({ name }) => `<a href="/${name}">x</a>`).join(' ');
        return { headers: { 'content-type': 'text/html' }, body: `<title>home</title>${links}` };
      },
    });
    const directory = jobDirectory('exploding', {
      seeds: [web.url('x.localhost')],
      convert: { maxMemory: 64 },
    });
    await crawlHere(directory);
    const data = openData(join(directory, 'data'));
    collection = await data.collection('exploding');
    expect(data.faults()).toEqual([]);
    data.close();
  }, 120_000);

  afterAll(() => web.close());

  it.each(explodingDocuments.map(({ name, detail }) => [name, detail] as const))(
    '(%s) end with the reason',
    (name, detail) => {
      expect(at(name)).toMatchObject({ outcome: 'failed', detail: expect.stringMatching(detail) });
    },
  );

  it('cost those that were converted beside them nothing', () => {
    const outcomes = others.map(({ name }) => at(name)?.outcome);
    expect(outcomes.filter((outcome) => outcome !== 'stored' && outcome !== 'duplicate')).toEqual([]);
  });
});
