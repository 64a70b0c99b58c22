import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ExampleWeb, examplePort, serveExample } from '../../examples/serve.ts';
import { winnow } from './test-io.ts';

const page = readFileSync(new URL('../../docs/links.md', import.meta.url), 'utf8');
const example = /## From seeds to a directory\n(.*?)\n## /s.exec(page)?.[1] ?? '';

const sqlPage = readFileSync(new URL('../../docs/sql.md', import.meta.url), 'utf8');
const sqlExample = /## On the example\n(.*?)\n## /s.exec(sqlPage)?.[1] ?? '';

function block(language: string, text = example): string {
  return new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(text)?.[1] ?? '';
}

/** The words of a command, as a shell reads them. */
function wordsOf(line: string): readonly string[] {
  return [...line.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word);
}

const directory = mkdtempSync(join(tmpdir(), 'winnow-links-'));
const job = join(directory, 'plants');
const placed = (word: string): string => (word.startsWith('plants') ? join(directory, word) : word);
const says = new Map<string, string>();
let web: ExampleWeb;

beforeAll(async () => {
  web = await serveExample(0);
  const here = (text: string): string => text.replaceAll(String(examplePort), String(web.port));
  mkdirSync(job);
  writeFileSync(join(job, 'job.yaml'), here(block('yaml')));
  writeFileSync(join(job, 'topic.txt'), block('topic'));
  writeFileSync(join(job, 'classes.txt'), block('classes'));
  for (const line of block('sh').trimEnd().split('\n')) {
    const [program, ...words] = (line.split('#')[0] as string).trim().split(/\s+/);
    expect(program).toBe('winnow');
    const { exit, out, err } = await winnow(words.map(placed));
    expect({ line, exit, err }).toMatchObject({ line, exit: 0 });
    says.set(words[0] as string, out.replaceAll(String(web.port), String(examplePort)));
  }
});

afterAll(() => web.close());

const pageNamed = (name: string): string => readFileSync(join(directory, 'plants-directory', name), 'utf8');

describe('the walk-through of docs/links.md', () => {
  it('says what it is said to say', () => {
    const named = [...example.matchAll(/`(http:[^`]+)` as the best (\w+)/g)];
    expect(named.map(([, , kind]) => kind)).toEqual(['hub', 'authority']);
    for (const [, url, kind] of named)
      expect(says.get('hubs')).toMatch(
        new RegExp(`^${kind === 'hub' ? 'hubs' : 'authorities'}: .*\n.*\n${url} `, 'm'),
      );
    expect(says.get('sites')).toContain(`herbarium.localhost:${examplePort}`);
    expect(says.get('links')).toMatch(/bogs +carnivorous/);
  });

  it('is asked in SQL as docs/sql.md has it', async () => {
    const answers: string[] = [];
    for (const line of block('sh', sqlExample).trimEnd().split('\n')) {
      const { exit, out, err } = await winnow(wordsOf(line).slice(1).map(placed));
      expect({ line, exit, err }).toMatchObject({ line, exit: 0 });
      answers.push(out.replaceAll(String(web.port), String(examplePort)));
    }
    const [census = '', citations, hosts] = answers;
    const [, first = ''] = census.split('\n');
    expect(sqlExample).toContain(`The census has \`${first.split(' ')[0]}\` first`);
    expect(census).toMatch(/^bogs +Bogs .*\nherbaria +Herbaria /m);
    expect(citations).toMatch(/herbarium\.localhost.* carnivorous$/m);
    const [, most] = /`([^`]+)` has most pages/.exec(sqlExample) ?? [];
    expect(hosts?.split('\n')[1]).toMatch(new RegExp(`^${most} +\\d+$`));
  });

  it('writes a directory of titles by class', () => {
    expect(says.get('directory')).toMatch(/\d+ relevant pages in 4 classes/);
    expect(readdirSync(join(directory, 'plants-directory')).sort()).toEqual([
      'bogs.html',
      'carnivorous.html',
      'herbaria.html',
      'index.html',
      'places.html',
      'winnow-directory.json',
    ]);
    expect(pageNamed('index.html')).toContain('Carnivorous plants');
    expect(pageNamed('bogs.html')).toMatch(/<a href="places.html"><bdi>Places<\/bdi><\/a>/);
    expect(pageNamed('carnivorous.html')).toContain('Letters about a flytrap');
  });

  it('writes a directory again in place of the earlier one, and not among other files', async () => {
    const out = join(directory, 'plants-directory');
    const again = await winnow(['directory', '--job', job, '--out', out, '--min-pages', '10']);
    expect(again).toMatchObject({ exit: 0 });
    expect(readdirSync(out)).not.toContain('herbaria.html');
    const refused = await winnow(['directory', '--job', job, '--out', job]);
    expect(refused).toMatchObject({ exit: 2, err: expect.stringContaining('has other files in it') });
    expect(readdirSync(job)).toContain('job.yaml');
  });

  it('writes the graph, and the ranks of all URLs, to files', async () => {
    const out = join(directory, 'graph');
    const { exit } = await winnow(['graph', '--job', job, '--form', 'rows', '--out', out]);
    expect(exit).toBe(0);
    const urls = readFileSync(join(out, 'urls.txt'), 'utf8').trim().split('\n');
    const file = join(directory, 'ranks.jsonl');
    expect(await winnow(['ranks', '--job', job, '--out', file])).toMatchObject({ exit: 0 });
    const rows = readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(rows.map(({ url }) => url)).toEqual(urls);
    for (const kind of ['pageRank', 'pageRankBL', 'netLocRank', 'discounted'])
      expect(rows.reduce((sum, { ranks }) => sum + ranks[kind], 0)).toBeCloseTo(1, 3);
    const { out: listed } = await winnow([
      'ranks',
      '--job',
      job,
      '--sort',
      'pageRank',
      '--top',
      '3',
      '--class',
      'places',
    ]);
    expect(listed).toMatch(/herbarium\.localhost.* herbaria /);
    const both = await winnow(['ranks', '--job', job, '--write', '--out', file]);
    expect(both).toMatchObject({ exit: 2, err: expect.stringContaining('not both') });
    expect(await winnow(['ranks', '--job', job, '--write'])).toMatchObject({ exit: 0 });
    expect(await winnow(['crawl', '--job', job])).toMatchObject({ exit: 0 });
    const { out: record } = await winnow([
      'record',
      '--job',
      job,
      '--json',
      `http://herbarium.localhost:${web.port}/`,
    ]);
    expect(JSON.parse(record)).toMatchObject({ record: { ranks: { linkedBy: 3 } } });
  });

  it('prints a directory as data, and refuses a class that no page has', async () => {
    const { out } = await winnow(['directory', '--job', job, '--json', '--top', '2']);
    const { whole, classes } = JSON.parse(out);
    expect(whole.authorities).toHaveLength(2);
    expect(classes.map(({ id }: { id: string }) => id)).toContain('carnivorous');
    const unknown = await winnow(['hubs', '--job', job, '--class', 'trains']);
    expect(unknown).toMatchObject({ exit: 2, err: expect.stringContaining('no page of the class trains') });
  });
});
