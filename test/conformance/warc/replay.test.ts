import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { pythonIn } from '../../../localstack/python-environment.ts';
import { winnow } from '../../bin/test-io.ts';
import { jobDirectory } from '../../e2e/support/job-directory.ts';
import { startWeb } from '../../support/web/web-server.ts';
import { missingPython } from './warcio.ts';

const venv = join(import.meta.dirname, '../../../.winnow/pywb');
const missing = missingPython(venv, 'pywb-requirements.txt');

const pages: Record<string, readonly [type: string, body: string]> = {
  '/': [
    'text/html',
    '<title>Wrens</title><link rel=stylesheet href=/s.css><script src=/a.js></script><img src="/p%20%2F.PNG?b-1&amp;b=2"><a href=/old>old</a>',
  ],
  '/s.css': ['text/css', 'body { background: url(/~me//bg.png) }'],
  '/a.js': ['text/javascript', 'document.title += "!"'],
  '/p%20%2F.PNG?b-1&b=2': ['image/png', 'a picture'],
  '/~me//bg.png': ['image/png', 'a background'],
  '/new': ['text/html', '<title>Cranes</title><p>All about cranes, which moved here.'],
};

it('pywb serves a page with its pictures, styles and scripts, and a redirect, out of our WACZ and out of our WARC', {
  timeout: 300_000,
}, async ({ skip }) => {
  skip(missing !== undefined, missing);
  const web = await startWeb({
    pages({ path }) {
      if (path === '/old') return { status: 301, headers: { location: '/new' } };
      const page = pages[path];
      return page && { headers: { 'content-type': page[0] }, body: page[1] };
    },
  });
  const directory = mkdtempSync(join(tmpdir(), 'winnow-pywb-'));
  const host = `http://127.0.0.1:${web.port}`;
  const job = jobDirectory('replayed', {
    ...{ seeds: [`${host}/`], scope: { hosts: ['127.0.0.1'] }, documents: { keep: 'all' } },
    network: { allow: ['127.0.0.1'] },
  });
  try {
    expect(await winnow(['crawl', '--job', job])).toMatchObject({ exit: 0 });
    const archives = ['wacz', 'warc'].map((to) =>
      join(directory, to === 'wacz' ? 'made.wacz' : 'made.warc.gz'),
    );
    for (const [at, to] of ['wacz', 'warc'].entries())
      expect(
        await winnow(['export', '--to', to, '--out', archives[at] as string, '--job', job]),
      ).toMatchObject({ exit: 0 });
    const urls = [...Object.keys(pages), '/old'].map((path) => `${host}${path}`);
    const script = join(import.meta.dirname, 'replay_archives.py');
    const args = [script, directory, JSON.stringify(archives), JSON.stringify(urls)];
    const { status, stderr } = spawnSync(pythonIn(venv), args, { encoding: 'utf8', timeout: 120_000 });
    expect(status, stderr).toBe(0);
    const said = readFileSync(join(directory, 'answers.json'), 'utf8');
    const answers = JSON.parse(said) as readonly Record<string, unknown>[];
    const expected = Object.entries(pages).map(([path, [type, body]]) => ({
      ...{ url: `${host}${path}`, status: 200, type, body, location: null },
    }));
    const moved = { url: `${host}/old`, status: 301, location: expect.stringMatching(/\/new$/) };
    for (const archive of archives)
      expect(answers.filter((answer) => answer.archive === archive)).toMatchObject([...expected, moved]);
  } finally {
    await web.close();
  }
});
