import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { ModelHeader } from '../../../lib/topic/learn/model-file.ts';
import { labelled } from '../../topic/learn/examples.ts';
import { type Run, winnow } from '../test-io.ts';

const directory = mkdtempSync(join(tmpdir(), 'winnow-train-'));

function file(name: string, content: string | Buffer): string {
  const path = join(directory, name);
  writeFileSync(path, content);
  return path;
}

function lines(documents: readonly object[]): string {
  return documents.map((document) => `${JSON.stringify(document)}\n`).join('');
}

const documents = labelled.map(([text, id]) => ({ text, class: id }));
const examples = file('examples.jsonl', lines(documents));
const model = join(directory, 'out.model');

async function train(kind: 'svm' | 'bayes', ...options: readonly string[]): Promise<Run> {
  return winnow(['train', kind, '--model', model, '--folds', '3', '--date', '2026-11-20', ...options]);
}

describe.each(['svm', 'bayes'] as const)('winnow train %s', (kind) => {
  it('trains, shows what it gets right, and classifies', async () => {
    const { exit, out } = await train(kind, '--jsonl', examples, '--test', examples);
    expect(exit).toBe(0);
    expect(out).toMatch(new RegExp(`^${model}: ${kind} of 12 documents of 3 classes, \\d+ words, `));
    expect(out).toMatch(/cross-validation with 3 folds\nclass +documents +precision +recall +F1\nbirds +4 /);
    expect(out).toMatch(/macro +12 .*\nmicro +12 .*\naccuracy 0\.\d{4}\n\ntest\n/);
    expect(out).toMatch(/accuracy 1\.0000\n$/);

    const classified = await winnow(['classify', '--model', model, '--jsonl', examples]);
    expect(classified.exit).toBe(0);
    expect(classified.out).toMatch(/^1: birds [\d.]+ /);
    expect(classified.out).toMatch(/accuracy 1\.0000\n$/);
  });

  it('writes the same bytes for the same examples, packed or not', async () => {
    await train(kind, '--jsonl', examples);
    const first = readFileSync(model);
    await train(kind, '--jsonl', file('examples.jsonl.gz', gzipSync(lines(documents))));
    expect(readFileSync(model)).toEqual(first);
  });
});

describe('winnow train', () => {
  const other = { text: 'owls and ships', class: 'birds' };
  it.each([
    ['one class', lines([other, other, other]), 'all documents are of the class birds'],
    ['nothing', '', 'no document has words to learn from'],
    [
      'empty documents',
      lines([
        { text: '', class: 'a' },
        { text: ' . ', class: 'b' },
      ]),
      'no document has words',
    ],
    [
      'words that are in one document only',
      lines([
        { text: 'owl', class: 'a' },
        { text: 'elk', class: 'b' },
      ]),
      'a word must be in at least two documents',
    ],
    ['one document', lines([other]), 'all documents are of the class birds'],
    ['a line that is no JSON', `${lines([other])}\n{text: 1}\n`, 'bad.jsonl:3: expected a JSON object'],
    [
      'a document without text',
      lines([other, { class: 'a' }]),
      'bad.jsonl:2: expected "text" to be a string',
    ],
    ['a line that is no object', 'null\n', 'bad.jsonl:1: expected "text" to be a string'],
    ['a document without class', lines([other, { text: 'a' }]), 'bad.jsonl:2: the document has no "class"'],
    [
      'a document of two classes',
      lines([{ text: 'a', class: ['a', 'b'] }]),
      'bad.jsonl:1: expected "class" to be a string',
    ],
  ])('refuses %s, and says so in one line', async (_, content, message) => {
    const { exit, out, err } = await winnow([
      ...['train', 'svm', '--folds', '0', '--model', join(directory, 'none.model')],
      ...['--jsonl', file('bad.jsonl', content)],
    ]);
    expect(exit).toBe(1);
    expect(out).toBe('');
    expect(err).toContain(message);
    expect(err.trimEnd().split('\n').at(-1)).toMatch(/^winnow: /);
  });

  it.each([
    [['--jsonl', examples, '--folds', '13'], 'give at most 12 as --folds: there are 12 documents'],
    [['--jsonl', examples, '--folds', '1'], '--folds must be 0 or at least 2'],
    [['--good', directory], 'give examples with --jsonl FILE'],
    [['--jsonl', examples, '--cost', '-1'], 'Expected a number above 0'],
    [['--jsonl', examples, '--svmlight', join(directory, 'x')], "SVMlight's models have two classes"],
  ])('says what is wrong with the command line: %j', async (options, message) => {
    const { exit, err } = await train('svm', ...options);
    expect(exit).toBe(2);
    expect(err).toContain(message);
  });

  it('says in one line that a file is not there or cannot be unpacked', async () => {
    for (const path of [join(directory, 'none.jsonl'), file('broken.jsonl.gz', 'no gzip')]) {
      const { exit, err } = await train('svm', '--jsonl', path);
      expect(exit).toBe(1);
      expect(err).toMatch(/^winnow: .*jsonl.*\n$/);
    }
  });

  it('names the documents that it leaves out', async () => {
    const path = file('some.jsonl', lines([...documents, { text: '!', class: 'birds' }]));
    const { exit, err } = await train('bayes', '--jsonl', path);
    expect(exit).toBe(0);
    expect(err).toBe(`winnow: 1 document without words left out: ${path}:13\n`);
  });

  it('takes line breaks of Unicode in a document for what they are', async () => {
    const text = `${JSON.stringify({ text: 'owl\u2028ship', class: 'a' })}\r\n${JSON.stringify({ text: 'owl', class: 'b' })}`;
    const { exit } = await winnow([
      'train',
      'bayes',
      '--folds',
      '0',
      '--model',
      model,
      '--jsonl',
      file('u.jsonl', text),
    ]);
    expect(exit).toBe(0);
  });

  it('learns from directories of pages, and writes a model of SVMlight that classifies alike', async () => {
    for (const [at, [text, id]] of labelled.entries()) {
      const folder = join(directory, id === 'birds' ? 'good' : 'bad', 'deep');
      mkdirSync(folder, { recursive: true });
      writeFileSync(
        join(folder, `${at}.html`),
        `<title>${id}</title><script>owl ship</script><p>${text}</p>`,
      );
    }
    writeFileSync(join(directory, 'bad', 'plain.txt'), 'planets of a star\n');
    writeFileSync(join(directory, 'bad', 'image.png'), Buffer.from('89504e470d0a1a0a0000', 'hex'));
    symlinkSync(directory, join(directory, 'bad', 'circle'));
    const light = join(directory, 'light.txt');
    const { exit, out, err } = await train(
      'svm',
      ...['--good', join(directory, 'good'), '--bad', join(directory, 'bad'), '--svmlight', light],
    );
    expect({ exit, err }).toEqual({
      exit: 0,
      err: `winnow: 1 document without words left out: ${join(directory, 'bad', 'image.png')}\n`,
    });
    expect(out).toMatch(/svm of 13 documents of 2 classes/);
    const input = lines([{ text: 'a tawny owl' }, { text: 'a ship with sails' }]);
    const [ours, theirs] = [
      await winnow(['classify', '--model', model, '--jsonl', '-'], { input }),
      await winnow(['classify', '--model', light, '--jsonl', '-'], { input }),
    ];
    expect(ours.out).toMatch(/^1: good .*\n2: bad .*\n$/);
    expect(theirs.out).toBe(ours.out);
  });
});

describe('stems and stop words', () => {
  const german = labelled.map(([text, id]) => ({ text, class: id, language: 'de' }));

  it('are kept in the model, which reads new documents alike', async () => {
    const stops = file('stops.txt', 'the\nAND of\n');
    const options = ['--jsonl', examples, '--language', 'en', '--stop-words', stops];
    const { exit, out } = await train('svm', ...options);
    expect(exit).toBe(0);
    expect(out).toMatch(/\nsettings: cost 1, pairs \w+, stems of en, 3 stop words\n/);
    const scores = async (text: string): Promise<unknown> => {
      const input = lines([{ text }]);
      const run = await winnow(['classify', '--model', model, '--jsonl', '-', '--json'], { input });
      return (JSON.parse(run.out) as { readonly classes: unknown }).classes;
    };
    expect(await scores('the sailing of the ships')).toEqual(await scores('sails and ship'));
    expect((await winnow(['classify', file('ship.txt', 'sailing ships'), '--model', model])).out).toMatch(
      /\nverdict +on topic: .*best ships \((?:ship, sail|sail, ship)\)/,
    );
  });

  it('are those of the language that a document says it is in', async () => {
    const words = async (documents: readonly object[]): Promise<number> => {
      const run = await train(
        'bayes',
        '--jsonl',
        file('said.jsonl', lines(documents)),
        '--language',
        'en',
        '--json',
      );
      return (JSON.parse(run.out) as { readonly words: number }).words;
    };
    expect(await words(german)).toBeGreaterThan(await words(documents));
  });

  it('are refused for a language without a stemmer', async () => {
    const { exit, err } = await train('svm', '--jsonl', examples, '--language', 'tlh');
    expect(exit).toBe(2);
    expect(err).toContain('--language: expected one of ar, bg, ');
  });
});

describe('winnow classify', () => {
  it('prints a line of JSON for each document, with the words that speak for its class', async () => {
    await train('bayes', '--jsonl', examples);
    const input = lines([
      { text: 'a tawny owl', id: 'x' },
      { text: 'ships', class: 'ships', id: 7 },
    ]);
    const { out, err } = await winnow(
      ['classify', '--model', model, '--jsonl', '-', '--json', '--terms', '1'],
      { input },
    );
    const [first, second] = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(first).toMatchObject({ line: 1, id: 'x', class: 'birds', terms: ['owl'] });
    expect(first.classes.map(({ id }: { id: string }) => id).sort()).toEqual(['birds', 'ships', 'stars']);
    expect(first.classes[0].probability).toBeGreaterThan(0.5);
    expect(second).toMatchObject({ line: 2, id: 7, class: 'ships', actual: 'ships' });
    expect(err).toContain('accuracy 1.0000');
  });

  it('refuses a model that it cannot read, in one line', async () => {
    const { exit, err } = await winnow(['classify', '--model', examples, '--jsonl', examples]);
    expect(exit).toBe(1);
    expect(err).toBe(`winnow: ${examples}: it is no model of Winnow\n`);
  });
});

describe('a threshold', () => {
  const noisy = Array.from({ length: 30 }, (_, at) => [
    { text: `the owl hunts mice at night ${at % 6 === 0 ? 'engine road' : 'feathers wings'}`, class: 'good' },
    { text: `an engine on the road ${at % 5 === 0 ? 'owl feathers night' : 'wheels oil'}`, class: 'bad' },
  ]).flat();
  const jsonl = file('noisy.jsonl', lines(noisy));
  const headerOf = (): ModelHeader =>
    JSON.parse(readFileSync(model).toString('utf8').split('\n')[1] as string) as ModelHeader;

  it('is shown beside what each precision and recall costs, and drawn', async () => {
    const plot = join(directory, 'curve.svg');
    const { exit, out } = await train('svm', '--jsonl', jsonl, '--plot', plot);
    expect(exit).toBe(0);
    expect(out).toMatch(
      /\ngood by the threshold: 60 documents, 30 on topic\n +threshold +accepted +precision +recall +F1\nusual +0\.0000 /,
    );
    expect(out).toMatch(/\nbest F1 .*\nprecision 0\.99 /);
    expect(readFileSync(plot, 'utf8')).toMatch(/<svg .*usual 0<.*threshold of good<\/text>/s);
    expect(headerOf().threshold).toBeUndefined();
  });

  it.each([
    [['--threshold', '0.25'], { value: 0.25, by: 'value' }],
    [['--best-f1'], { by: 'f1' }],
    [['--min-precision', '0.9'], { by: 'precision 0.9' }],
    [['--min-recall', '0.9'], { by: 'recall 0.9' }],
  ])('is kept in the model with what it accepts: %j', async (options, kept) => {
    const { exit, out } = await train('svm', '--jsonl', jsonl, ...options);
    expect(exit).toBe(0);
    const { threshold } = headerOf();
    expect(threshold).toMatchObject({ ...kept, onTopic: ['good'] });
    expect(threshold?.precision).toBeGreaterThan(0.5);
    expect(out).toContain(`\nkept: ${kept.by}`);
  });

  it('decides what is relevant, in a list of documents and in a job', async () => {
    await train('svm', '--jsonl', jsonl, '--threshold', '100');
    const { out } = await winnow(['classify', '--model', model, '--jsonl', jsonl, '--json']);
    const [first] = out.trimEnd().split('\n');
    expect(JSON.parse(first as string)).toMatchObject({ class: 'good', relevant: false });
    mkdirSync(join(directory, 'job'), { recursive: true });
    file('job/job.yaml', `name: owls\ntopic:\n  model: ${model}\n`);
    const shown = await winnow(['classify', jsonl, '--job', join(directory, 'job'), '--json']);
    expect(JSON.parse(shown.out)).toMatchObject({
      verdict: { relevant: false },
      filters: [{ minRelevance: 100 }],
    });
  });

  it.each([
    [['--threshold', '1', '--best-f1'], 2, 'one of --threshold, --min-precision'],
    [['--best-f1', '--folds', '0'], 2, 'a threshold needs cross-validation'],
    [['--on-topic', 'birds'], 1, 'no example is of the class birds'],
    [['--min-precision', '7'], 2, 'Expected a number from 0 to 1'],
  ])('is refused where it cannot be had: %j', async (options, code, message) => {
    const { exit, err } = await train('svm', '--jsonl', jsonl, ...options);
    expect(exit).toBe(code);
    expect(err).toContain(message);
  });
});
