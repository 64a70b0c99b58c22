import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { TopicEvidence } from '../../../lib/topic/evidence/explain-topic.ts';
import { winnow } from '../test-io.ts';

const directory = mkdtempSync(join(tmpdir(), 'winnow-classify-'));
const path = (name: string): string => join(directory, name);

function file(name: string, content: string): string {
  writeFileSync(path(name), content);
  return path(name);
}

const owl =
  '<title>The tawny owl</title><meta name="description" content="Night &amp; day"><h1>Food</h1><p>A tawny owl hunts <b>"mice"</b> & voles &lt;script&gt;.</p>';
const page = file('owl.html', owl);
const topic = file('owls.txt', '40: tawny owl=B.OWL\n20: owls?=B\n-10: night=B\n');

const birds = 'the tawny owl hunts mice at night owls have feathers';
const machines = 'an engine drives the car the engine burns oil';

async function trained(kind: 'svm' | 'bayes'): Promise<string> {
  const lines = Array.from({ length: 10 }, (_, at) => [
    JSON.stringify({ text: `${birds} ${at}`, class: 'good' }),
    JSON.stringify({ text: `${machines} ${at}`, class: 'bad' }),
  ]).flat();
  const model = path(`${kind}.model`);
  const examples = file('examples.jsonl', lines.join('\n'));
  const { exit, err } = await winnow(['train', kind, '--jsonl', examples, '--model', model]);
  expect({ exit, err }).toEqual({ exit: 0, err: '' });
  return model;
}

async function evidenceOf(...argv: readonly string[]): Promise<TopicEvidence> {
  const { exit, out, err } = await winnow(['classify', page, '--json', ...argv]);
  expect({ exit, err }).toEqual({ exit: 0, err: '' });
  return JSON.parse(out);
}

describe('winnow classify', () => {
  it('says of a file why it is on topic, with the line and the places of every term', async () => {
    const { exit, out } = await winnow(['classify', page, '--topic', topic]);
    expect(exit).toBe(0);
    expect(out).toContain('verdict  on topic: score 620; best B.OWL 71 % (tawny owl)');
    expect(out).toContain('terms accepts: score 620 (at least 90)');
    const rows = out.split('\n').map((line) => line.trim().split(/ {2,}/));
    expect(rows).toContainEqual(['1', 'tawny owl', '40', '440', 'B.OWL', 'title 4; text 7']);
    expect(rows).toContainEqual(['3', 'night', '-10', '-40', 'B', 'metadata[0] 0']);
  });

  it('gives places as offsets into the page that it gives with them', async () => {
    const { filters, page: read } = await evidenceOf('--topic', topic);
    const [first] = filters[0]?.terms ?? [];
    const shown = first?.places.map(({ part, start, end }) =>
      (part === 'title' ? read.title : read.text).slice(start, end),
    );
    expect(shown).toEqual(['tawny owl', 'tawny owl']);
  });

  it('takes the topic of a job', async () => {
    mkdirSync(path('job'));
    file('job/job.yaml', `name: owls\ntopic:\n  file: ${topic}\n`);
    const { verdict } = await evidenceOf('--job', path('job'));
    expect(verdict).toMatchObject({ relevant: true, score: 620 });
  });

  it('asks the plug-ins of a job after its filters, with their deadlines', async () => {
    mkdirSync(path('plugged'));
    file(
      'plugged/plugin.mjs',
      `export const analyse = ({ text }) => ({ length: text.length });
       export const filter = ({ title, fields, topic }) => {
         if (title === 'hangs') for (;;);
         if (title === 'throws') throw new Error('no such thing');
         return title === 'lies' ? 5 : { relevant: fields.length > 20, score: topic.score / 2 };
       };`,
    );
    const plugin = '{ plugin: plugin.mjs, deadline: 0.5 }';
    file(
      'plugged/job.yaml',
      `name: owls\nanalysers: [${plugin}]\ntopic:\n  filters: [{ file: ${topic} }, ${plugin}]\n`,
    );
    const explained = async (html: string): Promise<TopicEvidence> => {
      const run = await winnow(['classify', file('p.html', html), '--json', '--job', path('plugged')]);
      expect({ exit: run.exit, err: run.err }).toEqual({ exit: 0, err: '' });
      return JSON.parse(run.out);
    };
    const asked = await explained(owl);
    expect(asked).toMatchObject({
      verdict: {
        relevant: true,
        filter: 'plugin',
        score: 310,
        chain: [{ filter: 'terms' }, { filter: 'plugin' }],
      },
      plugins: { fields: { length: expect.any(Number) }, failures: [] },
      notAsked: [],
    });
    expect(asked.filters.map(({ verdict }) => verdict.filter)).toEqual(['terms', 'plugin']);
    expect(await explained('<title>tawny owls</title><p>owl')).toMatchObject({
      verdict: { relevant: false },
    });
    // Terms refuse it: nobody asks further.
    expect(await explained('<p>cats')).toMatchObject({ verdict: { relevant: false }, notAsked: ['plugin'] });
    for (const [title, problem] of [
      ['hangs', 'it took longer than 500 ms'],
      ['throws', 'no such thing'],
      ['lies', 'it returned nonsense'],
    ] as const) {
      const { undecided, plugins } = await explained(
        owl.replace('The tawny owl', title).replace('Food', 'A tawny owl, another tawny owl'),
      );
      expect(undecided).toMatch(`plugin: ${problem}`);
      expect(plugins?.failures).toHaveLength(1);
    }
    const shown = await winnow(['classify', path('owl.html'), '--job', path('plugged')]);
    expect(shown.out).toMatch(/\nfields +length \d+\n/);
    expect(shown.out).toContain('\nplugin accepts: score 310\n');
  });

  it.each(['svm', 'bayes'] as const)('names the words that weigh in a model, both ways: %s', async (kind) => {
    const { filters, page: read } = await evidenceOf('--model', await trained(kind));
    const { model, verdict } = filters[0] ?? {};
    expect(verdict?.relevant).toBe(true);
    expect(model?.classes[0]).toMatchObject({ id: 'good', mark: 'good' });
    const words = model?.reasons[0]?.words ?? [];
    const tawny = words.find(({ word }) => word === 'tawny');
    expect(tawny?.contribution).toBeGreaterThan(0);
    expect(
      tawny?.places.map(({ part, start, end }) =>
        (part === 'title' ? read.title : read.text).slice(start, end),
      ),
    ).toEqual(['tawny', 'tawny']);
    if (kind === 'svm') {
      const sum = words.reduce(
        (total, { contribution }) => total + contribution,
        model?.reasons[0]?.bias ?? 0,
      );
      expect(sum).toBeCloseTo(verdict?.score ?? 0, 5);
    }
  });

  it('shows the way down a taxonomy, and examples that are like the page', async () => {
    const lines = Array.from({ length: 6 }, (_, at) => [
      JSON.stringify({ id: `owl-${at}`, text: `${birds} ${at}`, class: '/animals/birds' }),
      JSON.stringify({ id: `cat-${at}`, text: `a cat purrs and hunts mice ${at}`, class: '/animals/cats' }),
      JSON.stringify({ id: `car-${at}`, text: `${machines} ${at}`, class: '/machines' }),
    ]).flat();
    const examples = file('tree.jsonl', lines.join('\n'));
    const model = path('tree.model');
    const built = await winnow(['taxonomy', 'build', '--jsonl', examples, '--model', model, '--folds', '0']);
    expect(built).toMatchObject({ exit: 0 });
    const { filters } = await evidenceOf('--model', model, '--good', '/animals');
    const { path: way, nearest, classes } = filters[0]?.model ?? {};
    expect(way?.map(({ id }) => id)).toEqual(['/animals', '/animals/birds']);
    expect(way?.[1]?.beside.map(({ id }) => id)).toEqual(['/animals/cats']);
    expect(classes?.[0]).toMatchObject({ id: '/animals/birds', mark: 'good' });
    expect(typeof nearest === 'string' ? [] : nearest?.map(({ name }) => name.slice(0, 3))[0]).toBe('owl');
  });

  it('writes a page that stands alone, with the matches marked and everything else escaped', async () => {
    const html = path('out.html');
    const { exit } = await winnow(['classify', page, '--topic', topic, '--html', html]);
    expect(exit).toBe(0);
    const written = readFileSync(html, 'utf8');
    expect(written).toMatch(
      /<h1>The <mark style="[^"]*" title="line 1: tawny owl, 40 for B\.OWL">tawny owl<\/mark>/,
    );
    expect(written).toMatch(/<mark class="against"[^>]*>Night<\/mark> &amp; day/);
    expect(written).toContain('hunts &quot;mice&quot; &amp; voles &lt;script&gt;.');
    expect(written).not.toMatch(/<script|<link|https?:\/\/|@import/);
    expect(written).toContain('name="viewport"');
  });

  it.each([
    [['classify'], 2, 'give files or URLs, or documents with --jsonl'],
    [['classify', page, '--jsonl', page], 2, 'give --jsonl with --model, and without files and URLs'],
    [
      ['classify', page, page, '--topic', topic, '--html', path('two.html')],
      2,
      'give one file or URL with --html',
    ],
    [['classify', path('none.html'), '--topic', topic], 1, 'none.html'],
    [['classify', page, '--job', directory], 1, 'job.yaml'],
    [['classify', page, '--model', topic], 1, 'it is no model of Winnow'],
  ])('says what is wrong with a command line: %j', async (argv, code, message) => {
    const { exit, err } = await winnow(argv);
    expect(exit).toBe(code);
    expect(err).toContain(message);
  });

  it('refuses two pages for one HTML file before it says anything of them', async () => {
    const { out } = await winnow(['classify', page, page, '--topic', topic, '--html', path('two.html')]);
    expect(out).toBe('');
  });
});
