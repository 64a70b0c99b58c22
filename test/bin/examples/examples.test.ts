import { once } from 'node:events';
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { type ExampleWeb, serveExample } from '../../../examples/serve.ts';
import { winnow } from '../test-io.ts';

const directory = mkdtempSync(join(tmpdir(), 'winnow-examples-'));
let web: ExampleWeb;

beforeAll(async () => {
  web = await serveExample(0);
});
afterAll(() => web.close());

function job(name: string): string {
  const path = join(directory, name);
  mkdirSync(path);
  const settings = {
    ...{ name, userAgent: { contact: 'crawl@example.org' }, scope: { hosts: ['localhost'] } },
    ...{ network: { allow: ['localhost'] }, politeness: { waitIntervalHost: 0 } },
  };
  writeFileSync(join(path, 'job.yaml'), stringify(settings));
  return path;
}

const at = (address: string): string => `http://${address.replace('localhost', `localhost:${web.port}`)}`;
const examples = (path: string, ...words: readonly string[]) => winnow(['examples', ...words, '--job', path]);

describe('winnow examples', () => {
  it('says when robots.txt is asked for again where it cannot be had', async () => {
    const path = job('closed');
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://closed.localhost:${(server.address() as AddressInfo).port}/`;
    server.close();
    expect((await examples(path, 'add', url)).out).toMatch(
      /robots.txt cannot be had \(connect: .*\); it is asked for again in (10 min|\d+ s)/,
    );
  });

  it('takes URLs, files and folders, says what cannot be had, and seeds the URLs that are in', async () => {
    const path = job('mixed');
    const folder = join(path, 'pages');
    mkdirSync(folder);
    writeFileSync(join(folder, 'sundew.html'), '<title>Sundew</title><p>Sundews catch flies.</p>');
    writeFileSync(join(folder, 'empty.txt'), '  ');
    const good = at('herbarium.localhost/drosera-rotundifolia.html');
    const missing = at('herbarium.localhost/nowhere.html');
    const added = await examples(path, 'add', good, missing, folder);
    // What could not be had must not be overlooked by a script, though others were added.
    expect(added).toMatchObject({ exit: 1 });
    expect(added.out).toMatch(/^2 examples in\n1 page joined the seeds\n/);
    expect(added.out).toContain(`${missing}: status 404`);
    expect(added.out).toContain('empty.txt: it has no text to learn from');
    const again = await examples(path, 'add', '--out', good);
    expect(again.out).toContain('1 example out\n');
    expect(again.out).toContain('it was on the other side before');
    expect((await examples(path, 'list')).out).toMatch(
      /in: 1 example\n(.*\n)*.*Sundew(.*\n)*out: 1 example\n/,
    );
    expect((await winnow(['why', '--job', path, good])).out).toContain('winnow examples');
    expect(await examples(path, 'remove', good, 'unknown')).toMatchObject({
      exit: 0,
      out: expect.stringContaining('1 example removed\n1 page that is no example'),
    });
    expect(await examples(path, 'clear')).toMatchObject({
      exit: 0,
      out: '1 example and 0 rules forgotten\n',
    });
    expect((await examples(path, 'list')).out).toContain('no examples');
  });

  it('previews a rule over what is known, adds it, counts it and removes it', async () => {
    const path = job('rules');
    const seed = at('herbarium.localhost/');
    await examples(path, 'add', seed);
    expect(await winnow(['crawl', '--job', path, '--max-pages', '3'])).toMatchObject({ exit: 0 });
    const preview = await examples(path, 'rule', 'out', 'host', 'herbarium.localhost', '--dry-run');
    expect(preview.out).toMatch(
      /^would be added: out host herbarium.localhost\nit matches \d+ of \d+ known URLs\n/,
    );
    expect(preview.out).toContain(`contradiction: ${seed} is in`);
    expect((await examples(path, 'rules')).out).toContain('no rules');
    expect((await examples(path, 'rule', 'out', 'host', 'herbarium.localhost')).out).toMatch(/^added: /);
    expect((await examples(path, 'rules')).out).toMatch(/out host herbarium.localhost +\d+ +\d+\n/);
    expect(await examples(path, 'rule', 'out', 'host', 'herbarium.localhost', '--remove')).toMatchObject({
      exit: 0,
    });
    expect(await examples(path, 'rule', 'out', 'host', 'herbarium.localhost', '--remove')).toMatchObject({
      exit: 1,
      err: expect.stringContaining("there is no rule 'out host herbarium.localhost'"),
    });
  });

  it('says what is wrong', async () => {
    const path = job('wrong');
    const cases: readonly (readonly [readonly string[], string])[] = [
      [['add'], 'give at least one page'],
      [['add', 'nowhere.html'], 'nowhere.html is neither an http(s) URL nor a file or folder'],
      [['rule', 'inside', 'host', 'a.example'], 'side: must be in or out'],
      [['rule', 'in', 'glob', 'a.example'], 'kind: must be one of exact, prefix, surt, host, regex'],
      [['rule', 'in', 'regex', '(a'], '(a: '],
    ];
    for (const [words, message] of cases) {
      const run = await examples(path, ...words);
      expect({ words, exit: run.exit, err: run.err }).toEqual({
        words,
        exit: 2,
        err: expect.stringContaining(message),
      });
    }
    expect(await examples(path, 'list')).toMatchObject({
      exit: 0,
      out: expect.stringContaining('no examples'),
    });
    const none = await examples(path, 'add', 'http://127.0.0.1:9/');
    expect(none).toMatchObject({ exit: 1, out: expect.stringMatching(/^0 examples in\n {2}http:.*: /) });
  });

  it('learns by rounds: crawls without a topic first, then by what was accepted and rejected', async () => {
    const path = job('rounds');
    const good = ['drosera-rotundifolia', 'dionaea-muscipula', 'sarracenia-purpurea'];
    await examples(
      path,
      'add',
      ...good.map((name) => at(`herbarium.localhost/${name}.html`)),
      at('trains.localhost/'),
    );
    await examples(path, 'remove', at('trains.localhost/'));
    const first = await examples(path, 'round', '--max-pages', '30');
    expect(first).toMatchObject({ exit: 0 });
    expect(first.out).toContain('no topic yet: there is nothing to tell the examples from');
    expect(first.out).toContain('the job has no topic yet');
    const accepted = ['nepenthes-rajah', 'drosera-capensis'].map((name) =>
      at(`herbarium.localhost/${name}.html`),
    );
    expect((await examples(path, 'accept', ...accepted)).out).toContain('2 answers for the next round');
    const rejected = [
      at('trains.localhost/dcc.html'),
      at('trains.localhost/scales.html'),
      at('trains.localhost/nowhere.html'),
    ];
    await examples(path, 'reject', ...rejected);
    const second = await examples(path, 'round');
    expect(second).toMatchObject({ exit: 0 });
    expect(second.out).toMatch(
      /round 2\n {2}2 answers accepted\n {2}2 answers rejected\n.*nowhere.html: nothing is learnt of it: status 404/,
    );
    expect(second.out).toMatch(/learnt of 5 pages in, 2 out and \d+ pages without a label/);
    expect(second.out).toMatch(/on 7 pages that people judged: precision/);
    const lists = JSON.parse(
      (await examples(path, 'lists', '--json', '--html', join(path, 'lists.html'))).out,
    );
    expect(lists).toMatchObject({
      v: 1,
      hasTopic: true,
      // A line between two sides has no classes to list.
      classes: [],
      rounds: [{ number: 1 }, { number: 2, learner: 'svm', in: 5, out: 2 }],
    });
    expect(lists.likely.map(({ url }: { url: string }) => url)).not.toContain(accepted[0]);
    expect(readFileSync(join(path, 'lists.html'), 'utf8')).toContain('<h2>Rounds</h2>');
    expect((await examples(path, 'model', join(path, 'plants.model'))).out).toMatch(/plants.model: /);
    const classified = await winnow([
      'classify',
      '--model',
      join(path, 'plants.model'),
      'examples/web/herbarium/rossolis.html',
    ]);
    expect(classified).toMatchObject({ exit: 0 });
    for (const url of rejected)
      expect((await winnow(['why', '--job', path, url])).out).toContain('winnow examples');
  });

  it('finds pages near one by the words of its class, where the topic has classes', async () => {
    const path = job('near');
    const rows = ['60: railway=TRAINS', '90: gauge=TRAINS', '60: flytraps?=TRAPS', '60: sundews?=TRAPS'];
    writeFileSync(join(path, 'topic.txt'), `${rows.join('\n')}\n`);
    appendFileSync(
      join(path, 'job.yaml'),
      `seeds: ["${at('bog.localhost/')}"]\ntopic: { file: topic.txt, followOffTopic: true }\n`,
    );
    expect(await winnow(['crawl', '--job', path])).toMatchObject({ exit: 0 });
    const wordsNear = async (address: string): Promise<readonly string[]> => {
      const { terms } = JSON.parse((await examples(path, 'near', at(address), '--json')).out);
      return terms.map(({ term }: { readonly term: string }) => term);
    };
    const trains = await wordsNear('trains.localhost/scales.html');
    expect([trains.includes('gauge'), trains.includes('flytrap')]).toEqual([true, false]);
    const traps = await wordsNear('herbarium.localhost/dionaea-muscipula.html');
    expect([
      traps.includes('gauge'),
      traps.some((word) => /^(plants?|leaf|flies|insects?)$/.test(word)),
    ]).toEqual([false, true]);
  });

  it('says what is missing for a round', async () => {
    const path = job('nothing');
    expect(await examples(path, 'round')).toMatchObject({
      exit: 2,
      err: expect.stringContaining('there is no example yet'),
    });
    await examples(path, 'add', '--out', at('trains.localhost/'));
    expect(await examples(path, 'round')).toMatchObject({
      exit: 2,
      err: expect.stringContaining('all examples are out'),
    });
    expect(await examples(path, 'round', '--learner', 'magic')).toMatchObject({
      exit: 2,
      err: expect.stringContaining('no learner magic'),
    });
    expect(await examples(path, 'accept', 'owls')).toMatchObject({
      exit: 2,
      err: expect.stringContaining('owls is no http(s) URL'),
    });
    expect(await examples(path, 'model', join(path, 'x.model'))).toMatchObject({
      exit: 1,
      err: expect.stringContaining('no round'),
    });
    expect(await examples(path, 'lists')).toMatchObject({ exit: 0 });
    expect((await examples(path, 'hubs')).out).toContain('no page links to three pages');
    expect((await examples(path, 'sites')).out).toContain('no site has three judged pages');
    expect(await examples(path, 'approve', 'nowhere.localhost')).toMatchObject({
      exit: 1,
      err: expect.stringContaining('no page of nowhere.localhost is on topic'),
    });
    expect(await examples(path, 'near', at('herbarium.localhost/nowhere.html'))).toMatchObject({
      exit: 1,
      err: expect.stringContaining('cannot be read: status 404'),
    });
  });
});
