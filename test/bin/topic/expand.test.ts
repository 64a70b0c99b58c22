import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { winnow } from '../test-io.ts';

const examples = (path: string): string =>
  fileURLToPath(new URL(`../../../examples/web/${path}`, import.meta.url));
const labelled = ['--good', examples('herbarium'), '--bad', examples('trains')];

const directory = mkdtempSync(join(tmpdir(), 'winnow-expand-'));
const list = join(directory, 'plants.txt');
writeFileSync(list, '40: carnivorous plants=P\n20: pitchers?=P.TRAP\n');

function job(name: string, topic: string): string {
  const path = join(directory, name);
  mkdirSync(path);
  writeFileSync(join(path, 'job.yaml'), `name: ${name}\nscope: { hosts: [localhost] }\ntopic: ${topic}\n`);
  return path;
}

describe('winnow topic expand', () => {
  it('prints lines of a topic definition that lie near the topic of examples, with where each was read', async () => {
    const { exit, out } = await winnow(['topic', 'expand', list, ...labelled, '--top', '5']);
    expect(exit).toBe(0);
    const lines = out.trim().split('\n');
    expect(lines).toHaveLength(10);
    for (const [at, line] of lines.entries())
      expect(line).toMatch(
        at % 2 === 0
          ? /^# 0\.\d\d near, like (carnivorous plants|pitchers\?); in \d+ texts? on topic, \d+ off; \S+\.html: \S/
          : /^\d+: [a-z]+=P(\.TRAP)?$/,
      );
    const grown = join(directory, 'grown.txt');
    writeFileSync(grown, out);
    expect(await winnow(['topic', 'check', grown])).toMatchObject({ exit: 0 });
  });

  it('prints the lines alone of what is accepted, and says what it did not propose', async () => {
    const line = ['topic', 'expand', list, ...labelled, '--top', '5'];
    const [, first = ''] = (await winnow(line)).out.split('\n');
    const term = /: (.*)=/.exec(first)?.[1] ?? '';
    expect(await winnow([...line, '--accept', term])).toMatchObject({ exit: 0, out: `${first}\n` });
    const data = JSON.parse((await winnow([...line, '--accept', term, '--json'])).out);
    expect(data.terms).toMatchObject([{ term }]);
    const wrong = await winnow([...line, '--accept', 'locomotive']);
    expect(wrong).toMatchObject({ exit: 1, out: '' });
    expect(wrong.err).toContain('locomotive is none of the 5 terms that are proposed');
  });

  describe('for a job', () => {
    let trained: string;
    beforeAll(async () => {
      const model = join(directory, 'svm.model');
      const line = ['train', 'svm', ...labelled, '--folds', '0', '--no-pairs', '--model', model];
      expect(await winnow(line)).toMatchObject({ exit: 0 });
      trained = job('trained', `{ model: ${model} }`);
    });

    it('knows its field by what its model was trained with, before a page was read', async () => {
      const { exit, out } = await winnow(['topic', 'expand', list, '--job', trained, '--json']);
      expect(exit).toBe(0);
      const { terms } = JSON.parse(out);
      expect(terms).toHaveLength(20);
      expect(terms[0]).toMatchObject({ readIn: 'a training text of good', text: expect.any(String) });
      expect(terms[0].text.toLowerCase()).toContain(terms[0].term);
    });

    it('says of one that is a term list alone what is missing, and what to do', async () => {
      const { exit, out, err } = await winnow([
        'topic',
        'expand',
        '--job',
        job('listed', `{ file: ${list} }`),
      ]);
      expect({ exit, out }).toEqual({ exit: 1, out: '' });
      expect(err).toContain('the job listed has not learnt what words mean in its field');
      expect(err).toContain('Set `focus: { latent: always }` and crawl');
      const learning = job('learning', `{ file: ${list} }\nfocus: { latent: always }`);
      const early = await winnow(['topic', 'expand', '--job', learning]);
      expect(early).toMatchObject({
        exit: 1,
        err: expect.stringContaining('no latent space. A crawl makes one'),
      });
      expect(early.err).not.toContain('Set');
    });
  });
});
