import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { winnow } from '../../../bin/test-io.ts';
import { startWeb, type TestWeb } from '../../../support/web/web-server.ts';
import { jobDirectory, writeJob } from '../../support/job-directory.ts';

const owls = 'The tawny owl hunts at night. Owls of the forest: the tawny owl and the barn owl.';
const cars = 'A car for the city. Cars with four doors, and an engine that hums.';

const pages: Readonly<Record<string, string>> = {
  '/': `<title>Owls</title><p>${owls}</p><a href="/cars">cars</a> <a href="/barn">barn</a>`,
  '/barn': `<title>Barn owls</title><p>${owls} Feathers.</p>`,
  '/cars': `<title>Cars</title><p>${cars}</p>`,
  '/others': `<title>More cars</title><p>${cars} And lorries.</p>`,
  '/private/owl': `<title>Owls</title><p>${owls}</p>`,
};

const requests: string[] = [];
let web: TestWeb;
let job: string;
const url = (path: string, host = 'a.localhost'): string => web.url(host, path);

beforeAll(async () => {
  web = await startWeb({
    pages: ({ path }) => {
      requests.push(path);
      if (path === '/robots.txt')
        return { headers: { 'content-type': 'text/plain' }, body: 'User-agent: *\nDisallow: /private/\n' };
      if (path === '/moved') return { status: 301, headers: { location: '/barn' }, body: '' };
      const body = pages[path];
      return body === undefined ? undefined : { headers: { 'content-type': 'text/html' }, body };
    },
  });
  job = jobDirectory('evidence');
  writeFileSync(join(job, 'topic.txt'), '40: tawny owl=B.OWL\n20: owls?=B\n-100: engine=B\n9: griffon=B\n');
  writeJob(job, 'evidence', { seeds: [url('/')], topic: { file: 'topic.txt' } });
  const { exit, err } = await winnow(['crawl', '--job', job]);
  expect({ exit, err }).toMatchObject({ exit: 0 });
});

afterAll(() => web.close());

const requestsTo = (path: string): number => requests.filter((one) => one === path).length;

describe('why a page was kept or refused', () => {
  it('is said in a line by why, with lines of the topic and parts of the page', async () => {
    const { out } = await winnow(['why', url('/'), '--job', job]);
    expect(out).toMatch(
      /✓ topic .*terms: owls\? \(line 2\) \+280 in the title, 4 × in the text, tawny owl \(line 1\) \+80 2 × in the text/,
    );
    const refused = await winnow(['why', url('/cars'), '--job', job]);
    expect(refused.out).toMatch(/✗ topic .*winnow classify .*\/cars` fetches it/);
  });

  it('is shown of a stored page without asking its host again', async () => {
    const before = requestsTo('/');
    const { exit, out } = await winnow(['classify', url('/'), '--job', job]);
    expect(exit).toBe(0);
    expect(out).toContain('verdict  on topic');
    expect(requestsTo('/')).toBe(before);
  });

  it('is shown of a refused page, which is fetched again, and stays refused', async () => {
    const before = requestsTo('/cars');
    const { exit, out } = await winnow(['classify', url('/cars'), '--job', job]);
    expect(exit).toBe(0);
    expect(out).toContain('verdict  off topic');
    expect(out).toMatch(/3 {2}engine/);
    expect(requestsTo('/cars')).toBe(before + 1);
    const { out: records } = await winnow(['records', '--job', job, '--json']);
    expect(JSON.parse(records).records).toHaveLength(2);
  });

  it('is not shown of a page that robots.txt forbids, nor of one that is not there', async () => {
    const forbidden = await winnow(['classify', url('/private/owl'), '--job', job]);
    expect(forbidden).toMatchObject({ exit: 1, err: expect.stringContaining('robots.txt forbids it') });
    expect(requestsTo('/private/owl')).toBe(0);
    const none = await winnow(['classify', url('/none'), '--job', job]);
    expect(none).toMatchObject({ exit: 1, err: expect.stringContaining('status 404') });
  });
});

describe('winnow stats', () => {
  it('counts the records of each class', async () => {
    const { exit, out } = await winnow(['stats', '--job', job]);
    expect(exit).toBe(0);
    expect(out).toMatch(/^2 records\n\nclass +records +as the best\nB +2 +2\n$/);
  });

  it('calls classes what the class file of now calls them', async () => {
    writeFileSync(join(job, 'classes.txt'), 'B = Birds\nB.OWL < B = Owls\n');
    writeJob(job, 'evidence', { seeds: [url('/')], topic: { file: 'topic.txt', classes: 'classes.txt' } });
    const { out } = await winnow(['stats', '--job', job]);
    expect(out).toMatch(/\nB +Birds +2 +2\n/);
  });

  it('counts the hits of each term, and says which have none', async () => {
    const { out } = await winnow(['stats', '--terms', '--job', job, '--json']);
    const { records, terms } = JSON.parse(out);
    expect(records).toBe(2);
    expect(terms).toEqual([
      { filter: 'terms', line: 2, term: 'owls?', classes: ['B'], hits: 10, records: 2 },
      { filter: 'terms', line: 1, term: 'tawny owl', classes: ['B.OWL'], hits: 4, records: 2 },
      { filter: 'terms', line: 3, term: 'engine', classes: ['B'], hits: 0, records: 0 },
      { filter: 'terms', line: 4, term: 'griffon', classes: ['B'], hits: 0, records: 0 },
    ]);
    const table = await winnow(['stats', '--terms', '--job', job]);
    expect(table.out).toContain('2 terms without a hit\n');
  });
});

describe('examples that are named by their URLs', () => {
  const list = (name: string, ...lines: readonly string[]): string => {
    const path = join(job, name);
    writeFileSync(path, lines.join('\n'));
    return path;
  };
  const model = (name: string): string => join(job, name);

  it('are fetched for a training as politely as by a crawl, and those that cannot be had are told of', async () => {
    const good = list(
      'good.txt',
      '# owls',
      url('/'),
      url('/moved'),
      url('/private/owl'),
      url('/', 'b.localhost'),
    );
    const bad = list('bad.txt', url('/cars'), url('/others'), url('/none'));
    const argv = ['--good', good, '--bad', bad, '--job', job, '--folds', '2', '--no-pairs'];
    const { exit, out, err } = await winnow(['train', 'svm', ...argv, '--model', model('urls.model')]);
    expect({ exit, err }).toMatchObject({ exit: 0 });
    expect(out).toContain('svm of 5 documents of 2 classes');
    expect(err).toContain(`1 of 4 pages could not be read:\n  ${url('/private/owl')}: robots.txt forbids it`);
    expect(err).toContain(`1 of 3 pages could not be read:\n  ${url('/none')}: status 404\n`);
    expect(requestsTo('/private/owl')).toBe(0);
    const { out: records } = await winnow(['records', '--job', job, '--json']);
    expect(JSON.parse(records).records).toHaveLength(2);
  });

  it('are added to a class of a taxonomy under their URLs', async () => {
    const jsonl = list(
      'tree.jsonl',
      JSON.stringify({ id: 'a', text: 'the owl hunts at night', class: '/birds' }),
      JSON.stringify({ id: 'b', text: 'a lorry with an engine', class: '/lorries' }),
    );
    const tree = model('tree.model');
    await winnow(['taxonomy', 'build', '--jsonl', jsonl, '--model', tree, '--folds', '0']);
    const urls = list('cars.txt', url('/cars'));
    const { exit, out } = await winnow([
      'taxonomy',
      'add',
      tree,
      '--urls',
      urls,
      '--job',
      job,
      '--to',
      '/cars',
    ]);
    expect({ exit, out }).toMatchObject({ exit: 0, out: expect.stringContaining('/cars: 1 example, new') });
    const shown = await winnow(['taxonomy', 'show', tree, '--examples']);
    expect(shown.out).toContain(url('/cars'));
  });

  it('are refused with the line that is no URL', async () => {
    const bad = list('wrong.txt', url('/cars'), 'cars.html');
    const argv = ['--good', bad, '--bad', bad, '--job', job, '--model', model('none.model')];
    const { exit, err } = await winnow(['train', 'svm', ...argv]);
    expect({ exit, err }).toEqual({
      exit: 1,
      err: `winnow: ${bad}:2: expected an http(s) URL, got cars.html\n`,
    });
  });
});
