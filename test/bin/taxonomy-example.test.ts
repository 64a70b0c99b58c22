import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { type ExampleWeb, serveExample } from '../../examples/serve.ts';
import { winnow } from './test-io.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const page = readFileSync(join(root, 'docs/taxonomies.md'), 'utf8');
const example = /## A worked example\n(.*?)\n## /s.exec(page)?.[1] ?? '';

/** The blocks of the worked example in a language, without their fences. */
function blocks(language: string): readonly string[] {
  return [...example.matchAll(new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 'gs'))].map(
    ([, text = '']) => text,
  );
}

const directory = mkdtempSync(join(tmpdir(), 'winnow-worked-'));
const job = join(directory, 'plants');
/** Arguments that are files of the example stand in its directory. */
const placed = (argument: string): string =>
  argument.startsWith('examples/')
    ? join(root, argument)
    : ['starter.model', 'plants'].includes(argument)
      ? join(directory, argument)
      : argument;

let web: ExampleWeb;
let said = '';

beforeAll(async () => {
  web = await serveExample(0);
  mkdirSync(job);
  const settings = {
    name: 'plants',
    seeds: [`http://${web.hosts[0]}/`],
    scope: { hosts: ['localhost'] },
    network: { allow: ['localhost'] },
    politeness: { waitIntervalHost: 0 },
  };
  writeFileSync(join(job, 'job.yaml'), stringify(settings));
  for (const line of blocks('sh').join('').trimEnd().split('\n')) {
    const [program, ...words] = line.split(' ');
    expect(program).toBe('winnow');
    const run = await winnow(words.map(placed));
    expect({ line, exit: run.exit, err: run.err }).toMatchObject({ line, exit: 0 });
    said += run.out.replaceAll(root, '');
  }
});

afterAll(() => web.close());

describe('the worked example of docs/taxonomies.md', () => {
  it('says what it is said to say', async () => {
    const [tree = '', map = '', why = ''] = blocks('text');
    expect(said).toContain(tree);
    for (const line of map.trimEnd().split('\n')) expect(said).toContain(`${line}\n`);
    const outcomes = await Promise.all(
      ['herbarium.localhost/drosera-rotundifolia.html', 'trains.localhost/'].map(async (address) => {
        const url = `http://${address.replace('localhost', `localhost:${web.port}`)}`;
        const { out } = await winnow(['why', '--job', job, url]);
        return out;
      }),
    );
    for (const [at, line] of why.trimEnd().split('\n').entries()) expect(outcomes[at]).toContain(line);
  });

  it('leaves a job.yaml as it is shown', () => {
    const { topic } = parse(readFileSync(join(job, 'job.yaml'), 'utf8'));
    expect({ topic }).toEqual(parse(blocks('yaml').join('')));
  });

  it('is searched by its classes, with the slash before them or without', async () => {
    const found = async (words: string): Promise<readonly string[]> => {
      const { out } = await winnow(['search', words, '--limit', '50', '--job', job, '--json']);
      return (JSON.parse(out) as { pages: { url: string }[] }).pages.map(({ url }) => url).toSorted();
    };
    const all = await found('class:/nature/plants leaf');
    expect(all).not.toEqual([]);
    expect(await found('class:nature/plants leaf')).toEqual(all);
    expect(await found('leaf -class:nature/plants')).toEqual([]);
  });
});
