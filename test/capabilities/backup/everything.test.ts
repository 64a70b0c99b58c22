import { hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { decodeEntries } from '../../../lib/capabilities/backup/entry.ts';
import { changeExamples } from '../../../lib/capabilities/examples/stored-examples.ts';
import { waitMs } from '../../../lib/documents/convert/lost.ts';
import { stagedBeginning } from '../../../lib/domain/collection/staged-id.ts';
import { ensureJob } from '../../../lib/pipeline/job/open-job.ts';
import { storeText } from '../../../lib/pipeline/topic/stored-text.ts';
import type { DumpFolder } from '../../../lib/ports/operate/job-backup.ts';
import { convertAll, pdf } from '../../pipeline/convert/converting-crawl.ts';
import { type Answer, jobName, page, type SmallCrawl, type Web } from '../../pipeline/small-crawl.ts';
import { contents, dumped, loadInto } from '../../support/backup/dumped.ts';
import { collection, faults, openCrawls } from '../../support/backup/small-crawls.ts';
import { ownWords } from '../../support/own-words.ts';
import { defaultContentSettings, testSettings } from '../../support/settings.ts';
import { memoryPorts } from '../../support/stores.ts';
import { termTopic } from '../../support/topic/topic.ts';

const crawlOf = openCrawls();
const host = 'h0.example';
const home = `https://${host}/`;
const urls = Array.from({ length: 120 }, (_, at) => `${home}${at}`);
const birds = ['owls', 'hunt', 'at night', 'in woods', 'and fields'].map(ownWords).join(' ');

/** Of a host that spills: pages that are near each other, one in five off topic, and a document that is to be converted. */
function web(): Web {
  const versioned = (answer: Answer, url: string) => ({
    ...answer,
    headers: { etag: `"${hash('sha256', url)}"` },
  });
  const pageAt = (url: string, at: number) =>
    versioned(
      at % 5 === 0 ? page(`a stone, number ${at}`) : page(`an owl, number ${at} ${at < 4 ? birds : ''}`),
      url,
    );
  const near = (mark: string) => ({ body: `<title>owl</title><p>owl ${birds}</p><p>${mark}</p>` });
  return {
    [home]: page(
      'an owl',
      ...urls,
      `${home}near/1`,
      `${home}near/2`,
      `${home}paper.pdf`,
      'https://h1.example/',
    ),
    ...Object.fromEntries(urls.map((url, at) => [url, pageAt(url, at)])),
    [`${home}near/1`]: near('first'),
    [`${home}near/2`]: near('second'),
    [`${home}paper.pdf`]: pdf('owl on paper'),
    'https://h1.example/': page('an owl elsewhere', home),
  };
}

const settings = {
  topic: termTopic('10: owl=BIRDS'),
  offTopic: { keep: 'text' as const },
  limits: { pagesPerDay: 10_000 },
  content: { ...defaultContentSettings, nearDuplicates: 'mark' as const },
};

/** A crawl that has one of all that stores keep, beside a job of another team. */
async function ofEverything(): Promise<SmallCrawl> {
  const crawl = await crawlOf(web(), { seeds: [home], settings });
  await crawl.run();
  const { stores } = crawl;
  await stores.jobs.count(jobName, 'counted', 1);
  await stores.graphs.put(jobName, 'ranks', Buffer.from('ranked'));
  await stores.staged.put(jobName, `${stagedBeginning(host)}9-owner`, ['{"staged":1}']);
  await teach(crawl, jobName, 'a page about owls');
  await ensureJob(stores, testSettings('fish'));
  await teach(crawl, 'fish', 'a secret page about fish');
  const entry = { requestId: 'r', at: 1, by: 'ann', reason: 'why', command: {}, state: 'done' } as const;
  await stores.commands.enter(entry);
  return crawl;
}

async function teach({ stores }: SmallCrawl, job: string, text: string): Promise<void> {
  const about = { side: 'in', title: '', addedAt: 1, origin: 'named' } as const;
  const example = { ...about, source: text, text: await storeText(stores, text) };
  await changeExamples(stores, job, (set) => ({ ...set, examples: [example] }));
}

async function kindsOf(folder: DumpFolder): Promise<Readonly<Record<string, number>>> {
  const kinds: Record<string, number> = {};
  for (const name of await folder.names()) {
    if (!name.startsWith('part')) continue;
    for (const { head } of decodeEntries(name, (await folder.read(name)) ?? new Uint8Array())) {
      const kind = head.kind === 'rows' ? head.of : head.kind;
      kinds[kind] = (kinds[kind] ?? 0) + 1;
    }
  }
  return kinds;
}

describe('a dump of a crawl that has one of everything', () => {
  it('has all of it, and so has whoever loads it; the crawl goes on, also with what was being converted', async () => {
    const crawl = await ofEverything();
    const folder = await dumped(crawl.stores, { jobs: ['fish', jobName], isWhole: true });
    const kinds = await kindsOf(folder);
    for (const kind of ['segment', 'off-topic', 'conversion', 'staged', 'groups', 'graph', 'links', 'bundle'])
      expect([kind, kinds[kind]]).toEqual([kind, expect.any(Number)]);
    for (const kind of ['records', 'changes', 'notes', 'command', 'domains', 'counters', 'tallies', 'pages'])
      expect([kind, kinds[kind]]).toEqual([kind, expect.any(Number)]);
    expect(kinds).toMatchObject({ job: 2, model: 4 });
    const there = memoryPorts(crawl.stores.clock);
    await loadInto(there, folder);
    expect(await contents(await dumped(there, { jobs: ['fish', jobName], isWhole: true }))).toEqual(
      await contents(folder),
    );
    await there.staged.delete(jobName, `${stagedBeginning(host)}9-owner`);
    const second = await crawlOf(web(), { stores: there, settings });
    const records = await collection(second);
    expect(await second.outcome(`${home}paper.pdf`)).toBe('converting');
    await second.run(waitMs(1) + 1_000);
    expect(await convertAll(second)).toBe(1);
    await second.run();
    expect(await second.outcome(`${home}paper.pdf`)).toBe('stored');
    expect(await collection(second)).toHaveLength(records.length + 1);
    expect(await faults(second)).toEqual([]);
  });

  it('of one job has the models that this job names, and none of another team', async () => {
    const { stores } = await ofEverything();
    const folder = await dumped(stores, { jobs: [jobName] });
    expect(await kindsOf(folder)).toMatchObject({ job: 1, model: 2 });
    const there = memoryPorts(stores.clock);
    await loadInto(there, folder);
    const note = await there.jobs.note(jobName, 'examples');
    const { set } = JSON.parse(note?.text ?? '{}') as { readonly set: string };
    expect(await there.models.has(set)).toBe(true);
    expect(await there.models.has(hash('sha256', 'a page about owls'))).toBe(true);
    expect(await there.models.has(hash('sha256', 'a secret page about fish'))).toBe(false);
    there.close();
  });
});
