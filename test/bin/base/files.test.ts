import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { winnow } from '../test-io.ts';

const directory = mkdtempSync(join(tmpdir(), 'winnow-files-'));
const at = (name: string): string => join(directory, name);
const absent = at('none');
writeFileSync(at('topic.txt'), '10: bird = birds\n');
writeFileSync(at('page.txt'), 'A bird sings.\n');
const examples = ['bird', 'fish'].map((text) => `${JSON.stringify({ text, class: text })}\n`.repeat(3));
writeFileSync(at('examples.jsonl'), examples.join(''));

/** A job with this in it. */
function jobWith(line: string): string {
  const job = mkdtempSync(join(directory, 'job-'));
  const text = `name: birds\nuserAgent:\n  contact: https://example.org/bot\nseeds: [https://example.org/]\n${line}\n`;
  writeFileSync(join(job, 'job.yaml'), text);
  return job;
}

const train = ['train', 'svm', '--jsonl'];
const modelIn = ['--model', join(absent, 'model')];
const notThere = 'there is no such file';
const noRoom = 'its directory does not exist';

describe('a file that cannot be used', () => {
  it.each([
    ['a topic', () => ['topic', 'check', absent], notThere],
    ['a topic to test', () => ['topic', 'test', absent, '--good', absent, '--bad', absent], notThere],
    ['the topic of a job', () => ['status', '--job', jobWith(`topic: {file: ${absent}}`)], notThere],
    ['the model of a job', () => ['status', '--job', jobWith(`topic: {model: ${absent}}`)], notThere],
    ['a model', () => ['classify', at('page.txt'), '--model', absent], notThere],
    ['a document', () => ['classify', absent, '--topic', at('topic.txt')], notThere],
    ['examples', () => [...train, absent, '--model', at('m')], notThere],
    [
      'examples in a directory',
      () => [...train, directory, '--model', at('m')],
      'it is a directory, not a file',
    ],
    ['the model that is trained', () => [...train, at('examples.jsonl'), '--folds', '0', ...modelIn], noRoom],
    ['a report', () => ['report', '--job', jobWith(''), '--out', join(absent, 'report.html')], noRoom],
    ['seeds', () => ['seed', '--job', jobWith(''), '--file', absent], notThere],
    [
      'evidence',
      () => ['classify', at('page.txt'), '--topic', at('topic.txt'), '--html', join(absent, 'x.html')],
      noRoom,
    ],
  ])('is said in words, with its path: %s', async (_, argv, why) => {
    const { exit, err } = await winnow(argv());
    expect({ exit: exit > 0, err }).toEqual({ exit: true, err: expect.stringContaining(why) });
    expect(err).toMatch(/^winnow: .*\/.*$/m);
    expect(err).not.toMatch(/\bE[A-Z]{4,}\b|no such file or directory, /);
  });
});
