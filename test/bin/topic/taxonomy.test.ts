import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startWeb } from '../../support/web/web-server.ts';
import { labelled } from '../../topic/taxonomy/examples.ts';
import { type Run, winnow } from '../test-io.ts';

const directory = mkdtempSync(join(tmpdir(), 'winnow-taxonomy-'));
const date = ['--date', '2026-11-21'] as const;

function file(name: string, content: string | Buffer): string {
  const path = join(directory, name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, content);
  return path;
}

const lines = (documents: readonly object[]): string =>
  documents.map((document) => `${JSON.stringify(document)}\n`).join('');
const documents = labelled.map(([text, path], at) => ({ id: `d${at}`, text, class: path }));
const examples = file('examples.jsonl', lines(documents));

async function built(name: string, ...options: readonly string[]): Promise<string> {
  const model = join(directory, name);
  const run = await taxonomy(
    'build',
    '--jsonl',
    examples,
    '--model',
    model,
    '--folds',
    '0',
    ...date,
    ...options,
  );
  expect(run.exit).toBe(0);
  return model;
}

const taxonomy = (...line: readonly string[]): Promise<Run> => winnow(['taxonomy', ...line]);

async function refused(...line: readonly string[]): Promise<string> {
  const { exit, err } = await taxonomy(...line);
  expect(exit).not.toBe(0);
  const message = err.trimEnd().split('\n');
  expect(message.at(-1)).toMatch(/^winnow: |^error: /);
  return err;
}

describe('winnow taxonomy build and show', () => {
  it('trains with lines of JSON, says what cross-validation gets right, and shows the tree', async () => {
    const model = join(directory, 'lines.model');
    const run = await taxonomy('build', '--jsonl', examples, '--model', model, '--folds', '2', ...date);
    expect(run.out).toMatch(
      /^.*lines\.model: 12 examples in 8 classes, \d+ words, .* trained in 0\.\d\d s\n/,
    );
    expect(run.out).toMatch(/cross-validation with 2 folds: level 1 [\d.]+, level 2 [\d.]+; the very class /);
    const { out } = await taxonomy('show', model);
    expect(out).toContain('/  12\n  arts  2\n    painting  2\n  nature  6, 2 of its own\n    birds  2\n');
    const within = await taxonomy('show', model, 'nature/birds', '--examples');
    expect(within.out).toBe('birds  2\n  - d0\n  - d1\n');
    const data = JSON.parse((await taxonomy('show', model, '--json')).out);
    expect(data).toContainEqual({ path: '/nature', name: 'nature', examples: 2, within: 6 });
  });

  it('trains with a directory tree, and writes the same bytes each time', async () => {
    for (const [at, [text, path]] of labelled.entries())
      file(`tree${path}/${at}.html`, `<title>x</title><p>${text}`);
    mkdirSync(join(directory, 'tree/empty/inner'), { recursive: true });
    symlinkSync(join(directory, 'tree'), join(directory, 'tree/arts/around'));
    const [one, two] = [join(directory, 'one.model'), join(directory, 'two.model')];
    for (const model of [one, two]) {
      const { exit, err } = await taxonomy(
        ...['build', '--dir', join(directory, 'tree'), '--model', model, '--folds', '0', ...date],
      );
      expect(exit).toBe(0);
      expect(err).toContain(`1 class without documents left out: ${join(directory, 'tree/empty')}\n`);
      expect(err).toContain(`1 symbolic link not followed: ${join(directory, 'tree/arts/around')}\n`);
    }
    expect(readFileSync(two)).toEqual(readFileSync(one));
  });

  it('does not count stop words', async () => {
    const model = await built('stopped.model', '--stop-words', file('stop.txt', 'Owl\nowls\n'));
    const { out } = await taxonomy('map', model, file('owl.txt', 'an owl, and owls in a barn'));
    expect(out).toContain('[barn');
    expect(out).not.toMatch(/\[.*owl/);
  });

  it.each([
    ['one class', [{ text: 'a', class: '/a' }], 'all documents are of the class /a'],
    ['nothing', [], 'no document has words to learn from'],
    ['empty documents', [{ text: ' . ', class: '/a' }], 'no document has words to learn from'],
    ['a document without class', [{ text: 'a' }], 'bad.jsonl:1: the document has no "class"'],
    ['a path with a gap', [{ text: 'a', class: '/a//b' }], 'bad.jsonl:1: "class": there is a name missing'],
    [
      'names that differ in case only',
      [
        { text: 'a', class: '/a/B' },
        { text: 'b', class: '/a/b' },
      ],
      'bad.jsonl:2: use one spelling of the class: it is /a/b here and /a/B elsewhere',
    ],
    [
      'two examples of one name',
      [
        { id: 1, text: 'a', class: '/a' },
        { id: 1, text: 'b', class: '/b' },
      ],
      'bad.jsonl:2: another example is also named 1',
    ],
  ])('refuses %s in one line', async (_, list, message) => {
    const bad = file('bad.jsonl', lines(list));
    const err = await refused('build', '--jsonl', bad, '--model', join(directory, 'none'), '--folds', '0');
    expect(err).toContain(message);
  });

  it('learns from a class with a single one below it', async () => {
    const nested = [
      { text: 'owls hunt at night', class: '/a/b' },
      { text: 'owls and mice', class: '/a/b' },
      { text: 'ships sail the sea', class: '/c' },
      { text: 'ships with masts', class: '/c' },
    ];
    const model = join(directory, 'nested.model');
    const jsonl = file('nested.jsonl', lines(nested));
    expect((await taxonomy('build', '--jsonl', jsonl, '--model', model, '--folds', '0', ...date)).exit).toBe(
      0,
    );
    const { out } = await taxonomy('map', model, file('owls.txt', 'owls at night'));
    expect(out).toMatch(/: \/a\/b (?:1\.00|0\.9)/);
  });

  it('refuses what is no taxonomy, and says what else it lacks', async () => {
    expect(await refused('show', examples)).toContain('it is no model of Winnow');
    expect(await refused('show', join(directory, 'none'))).toContain(
      'none cannot be read: there is no such file',
    );
    const model = await built('refusing.model');
    const cut = file('cut.model', readFileSync(model).subarray(0, 2_000));
    expect(await refused('show', cut)).toContain('it is truncated');
    expect(await refused('show', model, '/nature/brids')).toContain('did you mean /nature/birds?');
    expect(await refused('build', '--model', model)).toContain(
      'give examples with either --dir DIR or --jsonl FILE',
    );
  });
});

describe('winnow taxonomy add, move, merge and eliminate', () => {
  it('shows with --dry-run what a change would make of the classes and of judgements, and changes nothing', async () => {
    const model = await built('previewed.model');
    const before = readFileSync(model);
    const dry = await taxonomy('move', model, 'd0', '--to', '/nature/fish', '--dry-run', ...date);
    expect(dry.out).toBe(
      [
        '/nature/birds: 1 example, 2 before\n/nature/fish: 3 examples, 2 before\n',
        `${model}: unchanged; 1 class would be trained again\n`,
        '1 example judged differently\n  d0: /nature/fish, /nature/birds before\n',
      ].join(''),
    );
    const told = await taxonomy(
      'eliminate',
      model,
      '/nature/birds',
      '--keep-examples',
      '--dry-run',
      '--json',
    );
    expect(JSON.parse(told.out)).toMatchObject({
      trained: 1,
      judged: [
        { name: 'd0', before: '/nature/birds', after: '/nature' },
        { name: 'd1', before: '/nature/birds', after: '/nature' },
      ],
    });
    expect(readFileSync(model)).toEqual(before);
    await taxonomy('move', model, 'd0', '--to', '/nature/fish', ...date);
    expect((await taxonomy('map', model, '--json', file('owl.txt', labelled[0]?.[0] ?? ''))).out).toContain(
      '"class": "/nature/fish"',
    );
  });

  it('learns again what is above what has changed', async () => {
    const model = await built('edited.model');
    const moved = await taxonomy('move', model, 'd0', '--to', '/nature/fish', ...date);
    expect(moved.out).toContain('/nature/birds: 1 example, 2 before\n/nature/fish: 3 examples, 2 before\n');
    expect(moved.out).toContain('1 class trained again\n');
    const page = file('new/wolf.html', '<p>wolves live in packs');
    await taxonomy('add', model, page, '--to', '/nature/mammals', ...date);
    const more = file('more.jsonl', lines([{ id: 'm1', text: 'swimming in a pool', class: 'swimming' }]));
    await taxonomy('add', model, '--jsonl', more, '--to', '/sports', ...date);
    await taxonomy('merge', model, '/nature/birds', '/nature/fish', '--to', '/nature/animals', ...date);
    await taxonomy('eliminate', model, '/arts', ...date);
    const { out } = await taxonomy('show', model);
    expect(out).toBe(
      [
        '/  12\n  nature  7, 2 of its own\n    animals  4\n    mammals  1\n',
        '  sports  5\n    cycling  2\n    football  2\n    swimming  1\n',
      ].join(''),
    );
    const map = await taxonomy('map', model, page);
    expect(map.out).toContain('/nature/mammals');
  });

  it('takes pages by their URLs, as politely as a crawl', async () => {
    const web = await startWeb({
      pages: ({ path }) =>
        path === '/owl.html'
          ? { headers: { 'content-type': 'text/html' }, body: '<p>owls in a barn at night' }
          : undefined,
    });
    try {
      const job = join(directory, 'by-url');
      const text = [
        ...['name: by-url', 'scope: { hosts: [localhost] }', 'network: { allow: [localhost] }'],
        'politeness: { waitIntervalHost: 0 }',
      ];
      file('by-url/job.yaml', `${text.join('\n')}\n`);
      const model = await built('by-url.model');
      const [owl, none] = [web.url('owls.localhost', '/owl.html'), web.url('owls.localhost', '/none.html')];
      const map = await taxonomy('map', model, owl, none, '--job', job);
      expect(map).toMatchObject({ exit: 0, out: expect.stringContaining(`${owl}: /nature/birds`) });
      expect(map.err).toContain(`${none}: status 404`);
      const added = await taxonomy('add', model, owl, '--to', '/nature/birds', '--job', job, ...date);
      expect(added.out).toContain('/nature/birds: 3 examples, 2 before');
    } finally {
      await web.close();
    }
  });

  it('gives the same taxonomy as building it of the changed examples', async () => {
    const model = await built('moved.model');
    await taxonomy('move', model, 'd3', '--to', '/sports/cycling', ...date);
    const changed = documents.map((one) => (one.id === 'd3' ? { ...one, class: '/sports/cycling' } : one));
    const fresh = join(directory, 'fresh.model');
    const source = file('changed.jsonl', lines(changed));
    await taxonomy('build', '--jsonl', source, '--model', fresh, '--folds', '0', ...date);
    expect(readFileSync(model)).toEqual(readFileSync(fresh));
  });

  it('says what is wrong, and changes nothing', async () => {
    const model = await built('unchanged.model');
    const before = readFileSync(model);
    expect(await refused('move', model, 'd99', '--to', '/a')).toContain('no example is named d99');
    expect(await refused('move', model, 'd', '--to', '/a')).toContain('similar names: d0, d1');
    expect(await refused('merge', model, '/natur', '--to', '/a')).toContain('did you mean /nature?');
    expect(await refused('eliminate', model, '/')).toContain('the root cannot be removed');
    expect(await refused('merge', model, '/', '--to', '/a')).toContain('all documents are of the class');
    expect(await refused('add', model, examples)).toContain('give its class with --to');
    expect(readFileSync(model)).toEqual(before);
  });
});

describe('winnow taxonomy map and evaluate', () => {
  it('classifies pages of a topic, proposes classes, and warns of what is too broad', async () => {
    const model = await built('mapped.model');
    const { out } = await taxonomy('map', model, file('ride.txt', 'my bicycle has new tyres'));
    expect(out).toMatch(/ride\.txt: \/sports\/cycling 0\.\d\d {2}\[.*bicycle/);
    expect(out).toMatch(/\nclass +pages +recall +precision +breadth\n\/ +1 +1\.00 +0\.17 +1\.00\n/);
    expect(out).toContain('/ is too broad: with 100 % of all examples within it');
    expect(out).toContain('topic:\n  good:\n    - /sports/cycling\n');
    expect(await refused('map', model)).toContain('give pages of your topic');
  });

  it('says at each class what is taken for what', async () => {
    const model = await built('evaluated.model');
    const test = file(
      'test.jsonl',
      lines([
        { text: 'a barn owl', class: '/nature/birds' },
        { text: 'a barn owl', class: '/sports/cycling' },
      ]),
    );
    const { out } = await taxonomy('evaluate', model, '--test', test);
    expect(out).toMatch(/^class +documents +right +mistakes\n\/ +2 +0\.5000 +sports → nature 1\n/);
    expect(out).toContain('2 documents: level 1 0.5000, level 2 0.5000; the very class 0.5000\n');
    const folds = await taxonomy('evaluate', model, '--folds', '2', '--json');
    expect(JSON.parse(folds.out).best.documents).toBe(12);
  });
});

describe('winnow taxonomy mark', () => {
  const jobText = '# my job\nname: birds # its name\ntopic:\n  # what it is about\n  minRelevance: 0.7\n';

  it("writes a job's classes into its job.yaml, and leaves all else in it as it is", async () => {
    const model = await built('marked.model');
    const job = file('job/job.yaml', jobText);
    const mark = (...line: readonly string[]) => taxonomy(...line, '--job', join(directory, 'job'));
    expect((await mark('mark', '/nature/birds', '--model', model)).out).toBe('good: /nature/birds\n');
    expect(readFileSync(job, 'utf8')).toBe(
      `${jobText}  model: ../marked.model\n  good:\n    - /nature/birds\n`,
    );
    await mark('mark', '/nature/fish');
    const wider = await mark('mark', '/sports', '--crawl-only');
    expect(wider.out).toBe('good: /nature/birds, /nature/fish\ncrawl-only: /sports\n');
    await mark('unmark', 'nature/birds', '/sports');
    expect(readFileSync(job, 'utf8')).toBe(
      `${jobText}  model: ../marked.model\n  good:\n    - /nature/fish\n`,
    );
    const shown = await taxonomy('show', model, '/nature', '--job', join(directory, 'job'));
    expect(shown.out).toContain('  fish  2  [good]\n');
  });

  it('warns of a class that has most of everything', async () => {
    const model = await built('broad.model');
    file('broad/job.yaml', jobText);
    const { exit, err } = await taxonomy('mark', '/', '--model', model, '--job', join(directory, 'broad'));
    expect(exit).toBe(0);
    expect(err).toContain('/ has 100 % of all examples within it');
  });

  it('writes nothing that the job would refuse', async () => {
    const model = await built('strict.model');
    const job = file('strict/job.yaml', jobText);
    const at = ['--job', join(directory, 'strict')];
    expect(await refused('mark', '/x', ...at)).toContain('has no topic.model');
    expect(await refused('mark', '/nature/bird', '--model', model, ...at)).toContain(
      'did you mean /nature/birds?',
    );
    await taxonomy('mark', '/nature', '--model', model, ...at);
    const before = readFileSync(job, 'utf8');
    expect(await refused('mark', '/nature/birds', '--crawl-only', ...at)).toContain(
      '/nature/birds is kept anyway, as topic.good has /nature',
    );
    expect(readFileSync(job, 'utf8')).toBe(before);
  });

  it('keeps the comments of a job.yaml that is new', async () => {
    const model = await built('fresh-job.model');
    const job = join(directory, 'fresh-job');
    await winnow(['init', job, '--seed', 'http://example.org/', '--contact', 'me@example.org']);
    const before = readFileSync(join(job, 'job.yaml'), 'utf8');
    await taxonomy('mark', '/nature', '--model', model, '--job', job);
    const after = readFileSync(join(job, 'job.yaml'), 'utf8');
    expect(after).toContain('topic:\n');
    const comments = (text: string): number => text.match(/^ *#/gm)?.length ?? 0;
    expect(comments(after)).toBe(comments(before));
    expect((await winnow(['config', '--job', job])).exit).toBe(0);
  });
});
