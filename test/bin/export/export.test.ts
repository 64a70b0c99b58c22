import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { enterJob } from '../../../lib/api/open-local.ts';
import { MadeFiles } from '../../../lib/faces/made-files.ts';
import { keptDirectory } from '../../support/collection/earlier-version.ts';
import { piecesOf } from '../../support/export/exported.ts';
import { parseXml } from '../../support/export/xml.ts';
import { type Run, winnow } from '../test-io.ts';

let folder: string;
let job: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'winnow-export-'));
  job = join(folder, 'job');
  mkdirSync(job);
  writeFileSync(
    join(job, 'job.yaml'),
    'name: kept\nuserAgent:\n  contact: a@example.org\nscope:\n  hosts: [a.example]\n',
  );
  cpSync(keptDirectory('2026-11-28').directory, join(job, 'data'), { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const at = (name: string): string => join(folder, name);
const run = (...words: readonly string[]): Promise<Run> => winnow(['export', ...words, '--job', job]);

/** All files below a folder, with what is in them. */
function tree(path: string): Readonly<Record<string, string>> {
  const names = readdirSync(path, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  return Object.fromEntries(
    names.map((one) => {
      const file = join(one.parentPath, one.name);
      return [file.slice(path.length + 1), readFileSync(file, 'latin1')];
    }),
  );
}

describe('winnow export', () => {
  it('writes a file, or hands it on where no file is named', async () => {
    const made = await run('--to', 'jsonl', '--out', at('all.jsonl'));
    expect(made).toMatchObject({ exit: 0, err: '' });
    const lines = readFileSync(at('all.jsonl'), 'utf8');
    expect(made.out).toBe(`${lines.split('\n').length - 1} records: ${at('all.jsonl')}\n`);
    const handed = await run('--to', 'jsonl');
    expect(Buffer.from(handed.out, 'latin1').toString()).toBe(lines);
    expect(readdirSync(folder).sort()).toEqual(['all.jsonl', 'job']);
  });

  it('lets other programs of the machine go first', async () => {
    let stoodBack = false;
    const standBack = () => {
      stoodBack = true;
    };
    await winnow(['export', '--to', 'csv', '--job', job, '--out', at('all.csv')], { standBack });
    expect(stoodBack).toBe(true);
  });

  it('shows how far it has come on a terminal', async () => {
    const { err } = await winnow(['export', '--to', 'csv', '--job', job, '--out', at('all.csv')], {
      live: true,
    });
    expect(err).toMatch(/\r/);
  });

  it('takes as many records, of a class, of a host, with a score, or those that are named', async () => {
    const count = async (...words: readonly string[]) =>
      (await run('--to', 'jsonl', ...words)).out.split('\n').length - 1;
    const all = await count();
    expect(all).toBeGreaterThan(7);
    expect(await count('--number', '2')).toBe(2);
    const { md5, record } = JSON.parse(
      (await run('--to', 'jsonl', '--number', '1')).out.split('\n')[0] as string,
    );
    expect(await count('--md5', md5)).toBe(1);
    expect(await count('--recordid', md5.toUpperCase())).toBe(1);
    const host = new URL(record.finalUrl).hostname;
    expect(await count('--host', host)).toBeGreaterThan(0);
    expect(await count('--host', `no.${host}`)).toBe(0);
    expect(await count('--class', 'B.HERON')).toBeGreaterThan(3);
    expect(await count('--class', 'none')).toBe(0);
    expect(await count('--min-score', '1e9')).toBe(0);
    expect(await count('--path', '/no-such-path')).toBe(0);
    expect(await count('--before', '1999-01-01')).toBe(0);
    expect(await count('--since', '1999-01-01')).toBe(all);
  });

  it.each([
    [['--to', 'docx'], 2, 'Allowed choices are'],
    [[], 2, '--to <format>'],
    [['--to', 'alvis', '--charset', 'ebcdic'], 2, 'Allowed choices are utf8, isolatin'],
    [['--to', 'jsonl', '--charset', 'isolatin'], 2, 'charset: jsonl is always UTF-8'],
    [['--to', 'markdown'], 2, 'give --out <folder>'],
    [['--to', 'jsonl', '--incremental', 'No Name'], 2, 'lower-case letters'],
    [['--to', 'jsonl', '--incremental', 'x', '--number', '3'], 2, 'a consumer is told of every record'],
    [['--to', 'graph', '--host', 'a.example', '--out', 'x'], 2, 'the graph is exported whole'],
    [['--to', 'csv', '--relative-links'], 2, 'only Markdown has them'],
    [['--to', 'jsonl', '--since', 'yesterday'], 2, 'must be a time'],
    [['--to', 'jsonl', '--path', 'docs'], 2, 'path'],
    [['--to', 'jsonl', '--md5', 'x'], 2, 'MD5'],
    [['--to', 'alvis', '--pipehost', 'localhost'], 2, 'give --pipehost and --pipeport together'],
    [['--to', 'jsonl', '--pipehost', 'localhost', '--pipeport', '9'], 2, 'a pipeline takes XML'],
    [['--to', 'alvis', '--xsltscript', 'x.xsl'], 2, 'with --to combine'],
    [['--to', 'combine', '--xsltscript', 'no-such.xsl'], 1, 'there is no such file'],
    [['--to', 'jsonl', '--out', '/no-such-folder/x/y.jsonl'], 1, 'cannot be written'],
    [['reset', 'nobody'], 1, 'no export with `--incremental nobody` has ended yet'],
  ])('says what is wrong: %j', async (words, exit, why) => {
    const made = await run(...words);
    expect(made).toMatchObject({ exit, out: '' });
    expect(made.err).toContain(why);
    expect(made.err).not.toContain('    at ');
  });

  it('writes into no folder that has something else, and over no folder', async () => {
    mkdirSync(at('mine'));
    writeFileSync(join(at('mine'), 'letter.txt'), 'dear');
    const made = await run('--to', 'markdown', '--out', at('mine'));
    expect(made).toMatchObject({ exit: 1 });
    expect(made.err).toContain('is not empty');
    expect(tree(at('mine'))).toEqual({ 'letter.txt': 'dear' });
    expect((await run('--to', 'jsonl', '--out', at('mine'))).err).toContain('is a folder');
    expect((await run('--to', 'markdown', '--out', join(at('mine'), 'letter.txt'))).err).toContain(
      'is a file',
    );
  });

  it('has xsltproc make records by a stylesheet', async () => {
    const bin = at('bin');
    mkdirSync(bin);
    // Stands for the program: it is handed two options, the stylesheet and the records.
    const program =
      '#!/bin/sh\nshift 3; for f; do echo "<?xml version=\\"1.0\\"?>"; sed "s/documentRecord/item/" "$f"; done\n';
    writeFileSync(join(bin, 'xsltproc'), program, { mode: 0o755 });
    vi.stubEnv('PATH', `${bin}:${process.env.PATH}`);
    try {
      const { out, err } = await run(
        '--to',
        'combine',
        '--number',
        '2',
        '--xsltscript',
        join(job, 'job.yaml'),
      );
      expect(out.match(/<item id=/g), err).toHaveLength(2);
      expect(out.match(/<\?xml/g)).toHaveLength(1);
    } finally {
      vi.unstubAllEnvs();
    }
  });

  it('leaves no trace of an export that made nothing', async () => {
    const made = await run('--to', 'combine', '--xsltscript', job, '--out', at('x.xml'));
    expect(made.exit).toBe(1);
    expect(readdirSync(folder)).toEqual(['job']);
  });
});

describe('an export that was cut off', () => {
  it.each(['jsonl', 'csv', 'alvis', 'warc', 'wacz', 'parquet', 'markdown'] as const)(
    'goes on where it was, and makes the same files: %s',
    async (to) => {
      const crawl = await enterJob(join(job, 'data'), 'kept', { guest: true });
      const { place } = crawl.installation;
      const kind = {
        name: 'x',
        type: 'x',
        ...(['parquet', 'markdown'].includes(to) && { isFolder: true as const }),
      };
      const asked = { job: 'kept', to };
      const whole = new MadeFiles(at('whole'), kind, asked, { piecesPerMark: 1 });
      let pieces = 0;
      let resumed = 0;
      const clocked = { ...place, ports: { ...place.ports, clock: { ...place.ports.clock, now: () => 1 } } };
      for await (const piece of await piecesOf(clocked, asked, { scratch: whole.scratch })) {
        whole.take(piece);
        pieces += 1;
      }
      for (let most = 1; most < pieces; most += Math.max(1, Math.floor(pieces / 7))) {
        const cut = new MadeFiles(at('cut'), kind, asked, { piecesPerMark: 1 });
        let left = most;
        for await (const piece of await piecesOf(clocked, asked, { scratch: cut.scratch })) {
          cut.take(piece);
          if (--left === 0) break;
        }
        // It dies: nothing is closed or taken back, and no file has its name.
        if (!('isFolder' in kind)) expect(existsSync(at('cut'))).toBe(false);
        const again = new MadeFiles(at('cut'), kind, asked, { piecesPerMark: 1 });
        const resume = again.mark;
        if (resume !== undefined) resumed += 1;
        for await (const piece of await piecesOf(clocked, asked, {
          scratch: again.scratch,
          ...(resume && { resume }),
        }))
          again.take(piece);
        if ('isFolder' in kind) expect(tree(at('cut'))).toEqual(tree(at('whole')));
        else expect(readFileSync(at('cut')).equals(readFileSync(at('whole')))).toBe(true);
        rmSync(at('cut'), { recursive: true });
        expect(existsSync(at('cut.part'))).toBe(false);
      }
      await crawl.close();
      // Formats that keep much in memory have marks at the ends of large parts only.
      if (!['wacz', 'parquet'].includes(to)) expect(resumed).toBeGreaterThan(2);
    },
  );

  it('is not carried on by a request for something else', async () => {
    const kind = { name: 'x', type: 'x' };
    const first = new MadeFiles(at('x'), kind, { to: 'jsonl' }, { piecesPerMark: 0 });
    first.take({ file: 'x', bytes: Buffer.from('one') });
    first.take({ mark: { at: 1 } });
    expect(new MadeFiles(at('x'), kind, { to: 'jsonl' }, { piecesPerMark: 0 }).mark).toEqual({ at: 1 });
    expect(new MadeFiles(at('x'), kind, { to: 'csv' }).mark).toBeUndefined();
  });
});

describe('a folder that is kept up to date', () => {
  it('is filled once, and carried on by the consumer that it is of alone', async () => {
    expect(await run('--to', 'markdown', '--incremental', 'notes', '--out', at('notes'))).toMatchObject({
      exit: 0,
    });
    const before = tree(at('notes'));
    expect((await run('--to', 'markdown', '--incremental', 'notes', '--out', at('notes'))).out).toContain(
      '0 records',
    );
    expect(tree(at('notes'))).toEqual(before);
    const other = await run('--to', 'markdown', '--incremental', 'other', '--out', at('notes'));
    expect(other.err).toContain('no earlier export to the consumer other');
    expect(await run('reset', 'notes')).toMatchObject({
      exit: 0,
      out: 'the next export to notes begins at the beginning\n',
    });
  });

  it('loses pages that went, and no page that another line names', () => {
    const kind = { name: 'x', type: 'x', isFolder: true as const, updates: 'notes' };
    const line = (title: string, file: string, key: string) => `- [${title}](${file}) <!-- ${key} -->\n`;
    const first = new MadeFiles(at('notes'), kind, {});
    for (const file of ['a/one.md', 'a/two.md', 'a/three.md']) first.take({ file, whole: Buffer.from(file) });
    const head = '# notes\n\n';
    const lines = [
      line('One', 'a/one.md', '1'),
      line('Two', 'a/two.md', '2'),
      line('Three', 'a/three.md', '3'),
    ];
    first.take({ list: { file: 'index.md', head, without: new Set(), lines } });
    first.take({ made: {} });
    const next = new MadeFiles(at('notes'), kind, {});
    next.take({ file: 'a/one.md', whole: Buffer.from('changed') });
    const added = [line('One more', 'a/one.md', '4'), line('Up', '../../job.yaml', '5')];
    next.take({ list: { file: 'index.md', head, without: new Set(['1', '2', '4']), lines: added } });
    next.take({ made: {} });
    expect(tree(at('notes'))).toMatchObject({ 'a/one.md': 'changed', 'a/three.md': 'a/three.md' });
    expect(existsSync(join(at('notes'), 'a/two.md'))).toBe(false);
    expect(readFileSync(join(at('notes'), 'index.md'), 'utf8')).toBe([head, lines[2], ...added].join(''));
  });
});

describe('an ALVIS pipeline', () => {
  it('gets a document for each record, and is told once', async () => {
    const got: Buffer[] = [];
    const server = createServer((socket) => socket.on('data', (bytes) => got.push(bytes)));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    const words = ['--to', 'combine', '--pipehost', '127.0.0.1', '--pipeport', String(port)];
    expect(await run(...words)).toMatchObject({ exit: 0, out: '' });
    let rest = Buffer.concat(got).toString();
    let documents = 0;
    while (rest !== '') {
      const [, length = ''] = /^Alvis::Pipeline\n1\n(\d+)\n/.exec(rest) ?? [];
      const begin = `Alvis::Pipeline\n1\n${length}\n`.length;
      const bytes = Buffer.from(rest.slice(begin)).subarray(0, Number(length));
      expect(parseXml(bytes.toString().trim()).name).toBe('documentCollection');
      rest = rest.slice(begin + bytes.toString().length);
      expect(rest.startsWith('--end--\n')).toBe(true);
      rest = rest.slice(8);
      documents += 1;
    }
    expect(documents).toBeGreaterThan(7);
    got.length = 0;
    expect((await run(...words)).exit).toBe(0);
    expect(got.length).toBe(0);
    server.close();
    await once(server, 'close');
    expect((await run(...words)).err).toContain(`--pipehost 127.0.0.1:${port}`);
  });
});
