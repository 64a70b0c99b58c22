import { afterEach, describe, expect, it } from 'vitest';
import {
  type ThreadConverter,
  threadConverter,
  timeFor,
} from '../../../lib/adapters/converting/thread-converter.ts';
import type { StagedHead } from '../../../lib/domain/convert/conversion.ts';
import { stagedDocument } from '../../support/converting/staged-document.ts';

const worker = new URL('../../support/converting/test-worker.ts', import.meta.url);
const limits = { timeMs: 2_000, memoryMb: 64, maxHtml: 1_000, maxPages: 10 };

let converter: ThreadConverter | undefined;
afterEach(async () => await converter?.close());

const open = (more: Parameters<typeof threadConverter>[0] = {}): ThreadConverter => {
  converter = threadConverter({ worker, ...more });
  return converter;
};
const document = (text: string, head: Partial<StagedHead> = {}) =>
  stagedDocument(Buffer.from(text), 'application/pdf', { limits, ...head });

describe('a converter on threads', () => {
  it('converts documents side by side, and one after the other', async () => {
    const { convert } = open();
    const texts = ['one', 'two', 'three'];
    const html = texts.map((text) => ({ kind: 'converted', html: `<p>${text}` }));
    expect(await Promise.all(texts.map((text) => convert(document(text))))).toEqual(html);
    expect(await Promise.all(texts.map((text) => convert(document(text))))).toEqual(html);
  });

  it.each([
    ['hangs', 'it takes longer than 2 s'],
    ['waits', 'it takes longer than 2 s'],
    ['fills memory', 'it takes more than 64 MB of memory'],
    ['fills the heap', /memory/],
    ['grows at once', /memory/],
    ['throws', 'no table of contents'],
    ['rejects later', 'too late'],
    ['exits', 'the converter ended with code 7'],
  ])('a document that %s costs itself alone', async (text, detail) => {
    const { convert } = open();
    const [bad, good] = await Promise.all([convert(document(text)), convert(document('well'))]);
    expect(bad).toEqual({
      kind: 'ended',
      detail: typeof detail === 'string' ? detail : expect.stringMatching(detail),
    });
    expect(good).toEqual({ kind: 'converted', html: '<p>well' });
    expect(await convert(document('again'))).toEqual({ kind: 'converted', html: '<p>again' });
  });

  it('has the longer for a document the larger it is, up to what the job allows', () => {
    const minute = 60_000;
    expect([1_300, 500_000, 1_000_000, 100_000_000].map((bytes) => timeFor(bytes, minute))).toEqual([
      10_078, 40_000, 60_000, 60_000,
    ]);
    expect(timeFor(0, 5_000)).toBe(5_000);
  });

  it('takes nothing of the document away from who keeps it', async () => {
    const kept = document('kept');
    await open().convert(kept);
    expect(Buffer.from(kept.body).toString()).toBe('kept');
  });

  it('ends what runs when it is closed, and says nothing of the document', async () => {
    const { convert, close } = open();
    const running = convert(document('waits', { limits: { ...limits, timeMs: 60_000 } }));
    await convert(document('well'));
    await close();
    await expect(running).rejects.toMatchObject({ code: 'unavailable' });
    await expect(convert(document('late'))).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('says so when no converter starts', async () => {
    const broken = open({ worker: new URL('data:text/javascript,throw new Error("no")') });
    await expect(broken.convert(document('x'))).rejects.toMatchObject({ code: 'unavailable' });
  });
});

describe('a program', () => {
  const program = (script: string, output: 'html' | 'text' = 'text') => ({
    program: { command: ['node', '--eval', script, '{file}'], output },
  });
  const run = (script: string, head: Partial<StagedHead> = {}, output: 'html' | 'text' = 'text') =>
    open({ programPath: process.env.PATH }).convert(
      document('<owls> & more', { ...program(script, output), ...head }),
    );
  const cat = 'process.stdout.write(require("node:fs").readFileSync(process.argv[1]))';

  it('gets the document as a file, and its text becomes HTML', async () => {
    expect(await run(cat)).toEqual({
      kind: 'converted',
      html: expect.stringContaining('<p>&lt;owls&gt; &amp; more</p>'),
    });
  });

  it('may write HTML', async () => {
    expect(await run(cat, {}, 'html')).toEqual({ kind: 'converted', html: '<owls> & more' });
  });

  it('runs in an empty directory of its own, which goes with it, and sees nothing of our environment', async () => {
    const script =
      'console.log(JSON.stringify([process.cwd(), require("node:fs").readdirSync("."), Object.keys(process.env).sort()]))';
    const said = await run(script, {}, 'html');
    const [directory, files, names] = JSON.parse(said.kind === 'converted' ? said.html : '[]');
    expect(files).toEqual(['document.pdf']);
    expect(names.filter((name: string) => !name.startsWith('__'))).toEqual(['HOME', 'LANG', 'PATH']);
    const { existsSync } = await import('node:fs');
    expect(existsSync(directory)).toBe(false);
  });

  it('is ended with all that it started when its time is up', async () => {
    const child = 'setTimeout(() => undefined, 60_000)';
    const script = `console.log(require("node:child_process").spawn("node", ["--eval", ${JSON.stringify(child)}], { stdio: "inherit" }).pid); ${child}`;
    expect(await run(script)).toEqual({ kind: 'ended', detail: 'node: it takes longer than 2 s' });
  });

  it('that does not exist is said to be', async () => {
    const missing = { program: { command: ['no-such-program', '{file}'], output: 'text' as const } };
    expect(await open({ programPath: '/bin' }).convert(document('x', missing))).toMatchObject({
      kind: 'ended',
      detail: expect.stringContaining('no-such-program: it does not start'),
    });
  });

  it('is not run where none may be: a converter that is built in reads the document', async () => {
    expect(await open().convert(document('well', program(cat)))).toEqual({
      kind: 'converted',
      html: '<p>well',
    });
  });
});
