import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
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
  it('takes URLs, files and folders, says what cannot be had, and seeds the URLs that are in', async () => {
    const path = job('mixed');
    const folder = join(path, 'pages');
    mkdirSync(folder);
    writeFileSync(join(folder, 'sundew.html'), '<title>Sundew</title><p>Sundews catch flies.</p>');
    writeFileSync(join(folder, 'empty.txt'), '  ');
    const good = at('herbarium.localhost/drosera-rotundifolia.html');
    const missing = at('herbarium.localhost/nowhere.html');
    const added = await examples(path, 'add', good, missing, folder);
    expect(added).toMatchObject({ exit: 0 });
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
  });

  it('previews a rule over what is known, adds it, counts it and removes it', async () => {
    const path = job('rules');
    const seed = at('herbarium.localhost/');
    await examples(path, 'add', seed);
    expect(await winnow(['crawl', '--job', path, '--max-pages', '3'])).toMatchObject({ exit: 0 });
    const preview = await examples(path, 'rule', 'out', 'host', 'herbarium.localhost', '--preview');
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
      [['rule', 'inside', 'host', 'a.example'], 'expected in or out as the side, got inside'],
      [['rule', 'in', 'glob', 'a.example'], 'expected exact, prefix, surt, host, regex as the kind of rule'],
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
});
