import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ExampleWeb, examplePort, serveExample } from '../../../examples/serve.ts';
import { winnow } from '../test-io.ts';

const page = readFileSync(new URL('../../../docs/examples.md', import.meta.url), 'utf8');
const example = /## A first session\n(.*)/s.exec(page)?.[1] ?? '';
const blocks = (language: string): readonly string[] =>
  [...example.matchAll(new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 'gs'))].map(([, text = '']) => text);

const directory = mkdtempSync(join(tmpdir(), 'winnow-session-'));
const job = join(directory, 'plants');
const placed = (word: string): string => (word.startsWith('plants') ? join(directory, word) : word);
/** What each command said, by its name and how often it was called. */
const said: { readonly name: string; readonly out: string }[] = [];
let web: ExampleWeb;

beforeAll(async () => {
  web = await serveExample(0);
  const here = (text: string): string => text.replaceAll(String(examplePort), String(web.port));
  mkdirSync(job);
  writeFileSync(join(job, 'job.yaml'), blocks('yaml').join(''));
  for (const line of blocks('sh').join('').trimEnd().split('\n')) {
    const [program, ...words] = here(line).split(' ');
    expect(program).toBe('winnow');
    const { exit, out, err } = await winnow(words.map(placed));
    expect({ line, exit, err }).toMatchObject({ line, exit: 0 });
    said.push({ name: words[1] as string, out });
  }
});
afterAll(() => web.close());

const lists = async () =>
  JSON.parse((await winnow(['examples', 'lists', '--json', '--job', job])).out) as {
    readonly rounds: readonly {
      number: number;
      in: number;
      out: number;
      fetched: number;
      accuracy?: { f1: number };
    }[];
  };

describe('the first session of docs/examples.md', () => {
  it('has links to pictures beside its pages, which are not proposed as examples', async () => {
    const sundew = `http://herbarium.localhost:${web.port}/drosera-rotundifolia.html`;
    const { exit, out } = await winnow(['examples', 'near', sundew, '--json', '--job', job]);
    const { near } = JSON.parse(out) as { readonly near: readonly { readonly url: string }[] };
    expect({ exit, some: near.length > 0 }).toEqual({ exit: 0, some: true });
    expect(near.filter(({ url }) => url.endsWith('.png'))).toEqual([]);
  });

  it('begins without a topic, learns one, and learns it again of what was accepted and rejected', async () => {
    const rounds = said.filter(({ name }) => name === 'round').map(({ out }) => out);
    expect(rounds[0]).toContain('no topic yet');
    expect(rounds[1]).toMatch(/learnt of 10 pages in, 0 out/);
    expect(rounds[2]).toMatch(/5 answers accepted\n {2}5 answers rejected\n {2}learnt of 15 pages in, 5 out/);
    expect(rounds[2]).toMatch(/so far\nround +began +took +learnt by.*\n +1 +\d{4}-\d\d-\d\d \S+ +\S+ m?s /);
    const { rounds: figures } = await lists();
    expect(figures.map((one) => [one.number, one.in, one.out])).toEqual([
      [1, 10, 0],
      [2, 10, 0],
      [3, 15, 5],
    ]);
    expect(figures[2]?.accuracy?.f1).toBeGreaterThan(0.8);
  });

  it('asks the site that is out for nothing', async () => {
    const { out } = await winnow(['hosts', '--job', job]);
    expect(out).toContain('herbarium.localhost');
    const { out: why } = await winnow(['why', '--job', job, `http://trains.localhost:${web.port}/`]);
    expect(why).toContain('winnow examples');
  });

  it('leaves a model that another job crawls by', async () => {
    const other = join(directory, 'other');
    mkdirSync(other);
    const topic = `${blocks('yaml').join('').replace('plants', 'other')}topic: { model: ../plants/plants.model }\n`;
    writeFileSync(join(other, 'job.yaml'), topic);
    const seeds = ['bog', 'nursery'].map((host) => `http://${host}.localhost:${web.port}/`);
    expect(await winnow(['seed', ...seeds, '--job', other])).toMatchObject({ exit: 0 });
    expect(await winnow(['crawl', '--job', other, '--max-pages', '20'])).toMatchObject({ exit: 0 });
    const { out } = await winnow(['status', '--job', other]);
    expect(out).toMatch(/off-topic|off topic/);
  });
});
