import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ExampleWeb, serveExample } from '../../../../examples/serve.ts';
import { winnow } from '../../../bin/test-io.ts';
import { jobDirectory } from '../../support/job-directory.ts';

let web: ExampleWeb;
beforeAll(async () => {
  web = await serveExample(0);
});
afterAll(() => web.close());

const plants = '30: carnivorous plants?=PLANTS\n20: sundews?=PLANTS\n';

function topicJob(name: string, definition: string): { directory: string; write: (text: string) => void } {
  const topic = { file: 'topic.txt' };
  const directory = jobDirectory(name, { seeds: [`http://${web.hosts[0]}/`], topic });
  const write = (text: string): void => writeFileSync(join(directory, 'topic.txt'), text);
  write(definition);
  return { directory, write };
}

describe('the topic definition of a crawl', () => {
  it('has the lines named that are left out, where the crawl begins and by winnow doctor', async () => {
    const many = Array.from({ length: 12 }, (_, at) => `twelve ${at}\n`).join('');
    const { directory } = topicJob('faulty', `${plants}20: (flytraps=PLANTS\n20: sundews?=PLANTS\n${many}`);
    const crawl = await winnow(['crawl', '--job', directory]);
    expect(crawl.exit).toBe(0);
    const doctor = await winnow(['doctor', '--job', directory]);
    for (const said of [crawl.err, doctor.out]) {
      expect(said).toContain(
        '! topic definition (filter terms): line 3, "20: (flytraps=PLANTS": "(flytraps", ',
      );
      expect(said).toMatch(/line 4, .*the same term and classes as in line 2; both count\n/);
      expect(said).toMatch(/line 5, "twelve 0": no ":" after the weight; .*; the line is left out\n/);
      expect(said).toContain('4 more lines to look at\n');
      expect(said).toContain('`winnow topic check FILE`');
    }
    const replay = ['replay', '--job', directory, '--topic', join(directory, 'topic.txt')];
    expect((await winnow(replay)).err).toMatch(/topic, line 3: "\(flytraps", /);
  });

  it('has it said that reclassify is due once it has changed, until that is done', async () => {
    const { directory, write } = topicJob('changed', plants);
    const first = await winnow(['crawl', '--job', directory]);
    expect(first.err).not.toContain('reclassify');
    write(`${plants}30: model railways?=TRAINS\n`);
    const again = await winnow(['crawl', '--job', directory]);
    expect(again.err).toMatch(/! topic: it has changed since pages were judged .*\n +→ `winnow reclassify`/);
    expect((await winnow(['doctor', '--job', directory])).out).toContain('! topic: it has changed');
    const status = await winnow(['status', '--job', directory]);
    expect(status.out).toMatch(/^topic +changed on .*`winnow reclassify`/m);

    expect(await winnow(['reclassify', '--job', directory, '--class', 'TRAINS'])).toMatchObject({ exit: 0 });
    expect((await winnow(['status', '--job', directory])).out).toMatch(/^topic +changed/m);
    expect(await winnow(['reclassify', '--job', directory])).toMatchObject({ exit: 0 });
    expect((await winnow(['status', '--job', directory])).out).not.toMatch(/^topic/m);

    write(plants);
    expect((await winnow(['status', '--job', directory])).out).toMatch(/^topic +changed/m);
  });

  it('is not said to have changed before a page is judged, nor when it is as it was', async () => {
    const { directory, write } = topicJob('early', plants);
    await winnow(['seed', '--job', directory]);
    write('30: model railways?=TRAINS\n');
    expect((await winnow(['status', '--job', directory])).out).not.toMatch(/^topic/m);
    await winnow(['crawl', '--job', directory, '--max-pages', '1']);
    expect((await winnow(['status', '--job', directory])).out).not.toMatch(/^topic/m);
    write(plants);
    expect((await winnow(['status', '--job', directory])).out).toMatch(/^topic +changed/m);
  });
});
