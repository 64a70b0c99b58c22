import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWeb, type TestWeb } from '../../support/web/web-server.ts';
import { winnow } from '../test-io.ts';

let web: TestWeb;
let job: string;

/** A job on loopback hosts of its own, so that tests do not wait for each other's gates. */
function newJob(name: string, more = '', path = '/'): string {
  const directory = mkdtempSync(join(tmpdir(), `winnow-${name}-`));
  const text = [
    `name: ${name}`,
    `seeds: ["${web.url(`${name}.localhost`, path)}"]`,
    'scope: { hosts: [localhost] }',
    'network: { allow: [localhost] }',
    'politeness: { waitIntervalHost: 0 }',
    more,
  ];
  writeFileSync(join(directory, 'job.yaml'), `${text.join('\n')}\n`);
  return directory;
}

async function data<T>(argv: readonly string[]): Promise<T> {
  const { exit, out, err } = await winnow([...argv, '--json']);
  expect({ exit, err }).toEqual({ exit: 0, err: '' });
  return JSON.parse(out) as T;
}

beforeAll(async () => {
  web = await startWeb({
    pages: ({ name, path }) => {
      const title = path === '/' ? 'Apples' : `Page ${path}`;
      const links = path === '/' ? '<a href="/one">1</a> <a href="/two">2</a> <a href="/missing">?</a>' : '';
      if (path === '/robots.txt')
        return { headers: { 'content-type': 'text/plain' }, body: 'User-agent: *\nDisallow: /secret\n' };
      if (name.startsWith('closed')) return { status: 403 };
      if (name.startsWith('away'))
        return { status: 302, headers: { location: 'https://elsewhere.example/' } };
      if (name.startsWith('shell'))
        return {
          headers: { 'content-type': 'text/html' },
          body: '<title>App</title><body><noscript>Turn scripts on</noscript><script src="/app.js"></script>',
        };
      if (name.startsWith('pictures')) return { headers: { 'content-type': 'image/x-own' }, body: 'own' };
      if (path.startsWith('/missing')) return undefined;
      return {
        headers: { 'content-type': 'text/html' },
        body: `<title>${title}</title><p>This is ${title}. ${links}`,
      };
    },
  });
  job = newJob('apples');
});

afterAll(() => web.close());

describe('a crawl by the command line', () => {
  it('says when most visits brought nothing new, and where to look', async () => {
    const dead = newJob('dead');
    const urls = Array.from({ length: 110 }, (_, i) => web.url('dead.localhost', `/missing?${i}`));
    writeFileSync(join(dead, 'more.txt'), urls.join('\n'));
    await winnow(['seed', '--job', dead, '--file', join(dead, 'more.txt')]);
    const { exit, err } = await winnow(['crawl', '--job', dead]);
    expect(exit).toBe(0);
    expect(err).toMatch(
      /of the \d+ visits of the last hour \d+ brought nothing new: `winnow regions` shows where/,
    );
    const { err: quiet } = await winnow(['crawl', '--job', newJob('live')]);
    expect(quiet).not.toContain('nothing new');
  });

  it('of seeds that nobody may ask ends at once, with the reason, and goes on once they may be asked', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'winnow-refused-'));
    const seeds = ['/', '/one'].map((path) => `"${web.url('127.0.0.1', path)}"`).join(', ');
    const lines = ['name: refused', `seeds: [${seeds}]`, 'userAgent: { contact: me@example.org }'];
    const file = join(directory, 'job.yaml');
    writeFileSync(file, `${lines.join('\n')}\n`);
    const { exit, err, out } = await winnow(['crawl', '--job', directory]);
    const reason = 'address-refused: robots.txt: 127.0.0.1 is not on the public internet';
    expect({ exit, fetched: /fetched +2 pages/.test(out) }).toEqual({ exit: 1, fetched: true });
    expect(out).toContain(`kept       nothing: 2 × failed: ${reason}`);
    expect(err).toContain(`winnow: no seed could be had: 2 × failed: ${reason}`);
    const allow = ['network: { allow: [127.0.0.1] }', 'politeness: { waitIntervalHost: 0 }'];
    writeFileSync(file, `${[...lines, ...allow].join('\n')}\n`);
    expect((await winnow(['crawl', '--job', directory])).out).toContain('3 stored');
  });

  it.each([
    ['closed', '/', 'forbidden: status 403'],
    ['barred', '/secret', 'denied: robots: Disallow: /secret'],
    ['away', '/', 'redirected: https://elsewhere.example/'],
  ])('of which no seed can be had ends with 1 and the reason: %s', async (name, path, reason) => {
    const directory = newJob(name, '', path);
    const { exit, err, out } = await winnow(['crawl', '--job', directory]);
    expect({ exit, out, err }).toMatchObject({
      exit: 1,
      out: expect.stringContaining(`kept       nothing: ${reason}`),
      err: expect.stringContaining(`winnow: no seed could be had: ${reason}`),
    });
  });

  it('says how many pages are made by scripts, and marks them', async () => {
    const job = newJob('shell');
    expect((await winnow(['crawl', '--job', job])).out).toContain(
      'scripts    1 page is made by scripts, which are not run',
    );
    const url = web.url('shell.localhost');
    expect((await winnow(['record', url, '--job', job])).out).toMatch(/^scripts +the page is made by them/m);
    const { record } = await data<{ record: { needsScripts?: true; text: string } }>([
      'record',
      url,
      '--job',
      job,
    ]);
    expect(record).toMatchObject({ needsScripts: true, text: '' });
    expect((await winnow(['crawl', '--job', newJob('plain')])).out).not.toContain('scripts ');
  });

  it('that keeps nothing of what it fetched says why, and ends with 0', async () => {
    const { exit, out } = await winnow(['crawl', '--job', newJob('pictures')]);
    expect({ exit, out }).toMatchObject({
      exit: 0,
      out: expect.stringContaining('kept       nothing: unsupported: image/x-own'),
    });
  });

  it('goes through its whole life', async () => {
    const before = await winnow(['status', '--job', job]);
    expect(before).toMatchObject({ exit: 0, err: '' });
    expect(before.out).toContain('apples (open');

    const crawled = await winnow(['crawl', '--job', job]);
    expect(crawled.exit).toBe(0);
    expect(crawled.out).toContain('Nothing more is due.');
    expect(crawled.out).toContain('3 stored, 1 gone');
    expect(crawled.out).toMatch(/records +3\n/);
    expect(crawled.out).toContain('winnow records');

    const status = await data<{ records: number; pending: number }>(['status', '--job', job]);
    expect(status).toMatchObject({ job: 'apples', state: 'open', records: 3, pending: 0, fetched: 4 });

    const page = await data<{ records: { md5: string; title: string }[]; cursor: string }>([
      'records',
      '--job',
      job,
      '--limit',
      '2',
    ]);
    expect(page.records).toHaveLength(2);
    const rest = await winnow(['records', '--job', job, '--limit', '2', '--cursor', page.cursor]);
    expect(rest.out.split('\n').filter((line) => /^[0-9a-f]{32} /.test(line))).toHaveLength(1);

    const url = web.url('apples.localhost', '/one');
    const record = await winnow(['record', url, '--job', job]);
    expect(record.out).toContain('Page /one');
    const md5 = /^record +([0-9a-f]{32})$/m.exec(record.out)?.[1] ?? '';
    expect((await winnow(['record', md5, '--job', job])).out).toBe(record.out);

    const why = await winnow(['why', web.url('apples.localhost', '/secret'), '--job', job]);
    expect(why).toMatchObject({ exit: 0, err: '' });
    expect(why.out).toMatch(/✗ robots .*Disallow: \/secret/);
  });

  it('says what it does not find', async () => {
    const { exit, out, err } = await winnow(['record', '0'.repeat(32), '--job', job]);
    expect({ exit, out }).toEqual({ exit: 1, out: '' });
    expect(err).toContain('winnow: no record "0000');
  });

  it('takes seeds from arguments, a file or standard input, and says why it refuses one', async () => {
    const pears = newJob('pears');
    const good = web.url('pears.localhost', '/extra');
    const lines = `# pears\n\n${good}\nnowhere\nftp://pears.localhost/\nhttps://elsewhere.example/\n`;
    const fromInput = await winnow(['seed', '--job', pears], { input: lines });
    // What is refused must not be overlooked by a script, though others were accepted.
    expect(fromInput.exit).toBe(1);
    expect(fromInput.out).toContain(`3: accepted ${good}`);
    expect(fromInput.out).toMatch(
      /4: refused nowhere: .+\n5: refused ftp.+\n6: refused https:\/\/elsewhere.+\n1 accepted, 3 refused\n$/,
    );
    const file = join(pears, 'seeds.txt');
    writeFileSync(file, lines.replaceAll('\n', '\r\n'));
    expect((await winnow(['seed', '--job', pears, '--file', file])).out).toBe(fromInput.out);
    expect(await winnow(['seed', '--job', pears, 'nowhere'])).toMatchObject({ exit: 1 });
    expect(await winnow(['seed', '--job', pears, good, good])).toMatchObject({ exit: 0 });
  });

  it('sends no user and password of a URL, and says so of one that a person gives', async () => {
    const figs = newJob('figs');
    const secret = web.url('figs.localhost', '/extra').replace('//', '//me:word@');
    const reason = 'it has a user or a password, which no URL carries to a server';
    expect(await winnow(['seed', '--job', figs, secret])).toMatchObject({
      exit: 1,
      out: expect.stringContaining(reason),
    });
    expect((await winnow(['commands', '--job', figs, '--json'])).out).not.toContain('me:word');
    for (const command of [['fetch'], ['examples', 'near']])
      expect(await winnow([...command, secret, '--job', figs])).toMatchObject({
        exit: 2,
        err: expect.stringContaining(reason),
      });
    expect(await winnow(['examples', 'add', secret, '--job', figs])).toMatchObject({
      exit: 1,
      out: expect.stringContaining(reason),
    });
  });

  it('refuses a seed whose bytes are no UTF-8, and takes in the others', async () => {
    const job = newJob('latin');
    const good = web.url('latin.localhost', '/extra');
    const file = join(job, 'seeds.txt');
    writeFileSync(file, Buffer.from(`${web.url('latin.localhost', '/caf\xe9')}\n${good}\n`, 'latin1'));
    const { exit, out } = await winnow(['seed', '--job', job, '--file', file]);
    expect(exit).toBe(1);
    expect(out).toMatch(
      /2: accepted .+\n1: refused .+ bytes that are no UTF-8.+%XX\n1 accepted, 1 refused\n$/,
    );
  });

  it('fetches one page through the whole pipeline', async () => {
    const plums = newJob('plums');
    const url = web.url('plums.localhost', '/two');
    const fetched = await winnow(['fetch', url, '--job', plums]);
    expect(fetched).toMatchObject({ exit: 0, err: '' });
    expect(fetched.out).toMatch(/outcome +stored/);
    expect((await winnow(['records', '--job', plums])).out).toContain('Page /two');
  });

  it('does nothing while it is paused, and goes on after', async () => {
    const figs = newJob('figs');
    expect((await winnow(['pause', '--job', figs, '--reason', 'lunch'])).out).toContain('figs is paused');
    expect((await winnow(['status', '--job', figs])).out).toMatch(/paused since .*: lunch/);
    expect((await winnow(['crawl', '--job', figs])).out).toContain('The crawl is paused.');
    expect((await winnow(['continue', '--job', figs])).out).toContain('figs is open');
    expect((await winnow(['crawl', '--job', figs])).out).toMatch(/records +3\n/);
  });

  it('makes pages due again by their age', async () => {
    const grapes = newJob('grapes');
    await winnow(['crawl', '--job', grapes]);
    expect(await winnow(['reharvest', '--job', grapes, '--older-than', '30d'])).toMatchObject({
      exit: 1,
      out: expect.stringContaining('0 hosts with 0 visited pages'),
      err: expect.stringContaining('no page matches'),
    });
    expect(await winnow(['reharvest', '--job', grapes, '--older-than', '0s'])).toMatchObject({
      exit: 2,
      err: expect.stringContaining('select pages by age'),
    });
    expect((await winnow(['crawl', '--job', grapes])).out).toContain('0 pages');
    await winnow(['reharvest', '--job', grapes, '--all']);
    expect((await winnow(['crawl', '--job', grapes])).out).toMatch(/of these .*3 unchanged/);
  });

  it('stops at its ceilings', async () => {
    const nuts = newJob('nuts', 'turn: { maxPages: 1 }\ncrawl: { hosts: 1 }');
    const report = await data<{ end: string; progress: { pages: number } }>([
      'crawl',
      '--job',
      nuts,
      '--max-pages',
      '1',
    ]);
    expect(report.end).toBe('pages');
    expect(report.progress.pages).toBeLessThanOrEqual(2);
  });

  it('holds new links back until they are recycled', async () => {
    const limes = newJob('limes', 'autoRecycleLinks: false');
    expect((await winnow(['crawl', '--job', limes])).out).toMatch(/records +1\n/);
    expect((await winnow(['recycle', '--job', limes])).out).toMatch(/\d+ delivered to 1 host/);
    expect((await winnow(['crawl', '--job', limes])).out).toMatch(/records +3\n/);
  });

  it('finishes its turns and says how to go on when it is interrupted', async () => {
    const dates = newJob('dates');
    const { exit, out } = await winnow(['crawl', '--job', dates], { interrupt: AbortSignal.abort() });
    expect(exit).toBe(0);
    expect(out).toContain('Interrupted; the running turns were finished.');
    expect(out).toMatch(/winnow crawl --job .* continues where this crawl ended/);
  });

  it('is not begun without a contact address when it may leave this machine', async () => {
    const elsewhere = newJob('elsewhere', '').concat('/job.yaml');
    writeFileSync(elsewhere, 'seeds: ["https://example.org/"]\n');
    const { exit, err } = await winnow(['crawl', '--job', elsewhere]);
    expect(exit).toBe(1);
    expect(err).toContain('set userAgent.contact in its job.yaml');
    expect((await winnow(['fetch', 'https://example.org/', '--job', elsewhere])).err).toBe(err);
  });

  it('is examined by doctor', async () => {
    const kiwis = newJob('kiwis', 'userAgent: { contact: me@example.org }');
    const well = await winnow(['doctor', '--job', kiwis]);
    expect(well.out).toContain('✓ contact address: mailto:me@example.org');
    expect(well.exit).toBe(0);
    writeFileSync(join(kiwis, 'job.yaml'), 'sedes: []\n');
    const ill = await winnow(['doctor', '--job', kiwis]);
    expect(ill.exit).toBe(1);
    expect(ill.err).toContain('did you mean "seeds"?');
  });

  it('shows how it goes on one line where there is a terminal', async () => {
    const melons = newJob('melons');
    const { err } = await winnow(['crawl', '--job', melons], { live: true });
    const overwritten = err.split('\r\u001b[2K');
    expect(overwritten.at(1)).toMatch(/ pages? · .* hosts? at work · /);
    expect(overwritten.at(-1)).toBe('');
  });
});
