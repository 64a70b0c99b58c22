import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SeedReport, Status, WhyReport } from '../../../../lib/runtime/shared/installation.ts';
import { winnow } from '../../../bin/test-io.ts';
import { startWeb, type TestWeb } from '../../../support/web/web-server.ts';
import { jobDirectory, writeJob } from '../../support/job-directory.ts';

let web: TestWeb;
let down = false;

beforeAll(async () => {
  web = await startWeb({
    pages: ({ name, path }) => {
      if (name.startsWith('o.') && path === '/robots.txt')
        return { body: 'User-agent: *\nDisallow: /\nAllow: /docs/index.html\n' };
      if (down) return { status: 503, headers: { 'retry-after': '3600' } };
      if (path === '/robots.txt') return { body: 'User-agent: *\nDisallow: /secret\n' };
      const links = path === '/' ? '<a href="/one">1</a> <a href="/secret">s</a>' : '';
      return { headers: { 'content-type': 'text/html' }, body: `<title>${path}</title>${links}` };
    },
  });
});

afterAll(() => web.close());

const progress = /^.* at work · .* pending · .*\n/gm;

async function ask(directory: string, ...argv: readonly string[]): Promise<string> {
  const { exit, out, err } = await winnow([...argv, '--job', directory]);
  // On a slow machine a crawl says now and then how far it is.
  expect({ exit, err: err.replace(progress, '') }).toEqual({ exit: 0, err: '' });
  return out;
}

async function status(directory: string): Promise<Status> {
  return JSON.parse(await ask(directory, 'status', '--json'));
}

describe('status, why and doctor', () => {
  it('show where another reader of robots.txt judges otherwise, with both lines', async () => {
    const directory = jobDirectory('opinions', { seeds: [web.url('o.localhost', '/docs/')] });
    const both =
      'robots-parser reads the file otherwise: denied by Disallow: / (line 2); Winnow: allowed by Allow: /docs/index.html (line 3)';
    expect(await ask(directory, 'doctor')).toContain(`! seed ${web.url('o.localhost', '/docs/')}`);
    expect(await ask(directory, 'doctor')).toContain(both);
    expect(await ask(directory, 'why', web.url('o.localhost', '/docs/'))).toMatch(
      /✓ robots .*Allow: \/docs\/index\.html \(line 3\)\n· robots .*robots-parser reads the file otherwise: denied/,
    );
  });

  it('answer at each stage of a crawl', async () => {
    const url = web.url('q.localhost', '/one');
    const directory = jobDirectory('stages', { seeds: [web.url('q.localhost')] });

    expect(await status(directory)).toMatchObject({ state: 'open', fetched: 0, pending: 0, records: 0 });
    expect((await status(directory)).reasons.join()).toContain('there is no host yet');
    expect(await ask(directory, 'why', url)).toMatch(
      /\? robots .*not been fetched[\s\S]*\? frontier .*never admitted/,
    );
    expect(await ask(directory, 'doctor')).toMatch(/✓ seed .*robots.txt allows it/);
    expect(await ask(directory, 'why', url)).not.toContain('robots-parser');

    await ask(directory, 'seed', url);
    expect((await status(directory)).hosts).toEqual({ idle: 1, due: 0, ticketed: 0 });
    expect(await ask(directory, 'why', url)).toMatch(/host/);

    await ask(directory, 'pause', '--reason', 'not today');
    expect((await status(directory)).reasons).toEqual(['the job is paused: not today']);
    expect(await ask(directory, 'why', url)).toMatch(/… job .*not today/);
    await ask(directory, 'continue');

    await ask(directory, 'crawl');
    const after = await status(directory);
    expect(after).toMatchObject({ fetched: 3, pending: 0, records: 2, outcomes: { stored: 2, denied: 1 } });
    expect(after.reasons.join()).toMatch(/the next is due in 1[12] days/);
    expect(await ask(directory, 'why', `${url}#part`)).toMatch(
      /becomes http[\s\S]*✓ robots[\s\S]*outcome +stored[\s\S]*next/,
    );
    expect(await ask(directory, 'why', web.url('q.localhost', '/secret'))).toMatch(
      /✗ robots .*Disallow: \/secret/,
    );
    expect(await ask(directory, 'why', 'https://elsewhere.example/')).toMatch(
      /✗ scope +scope.hosts \(job.yaml:\d+\): elsewhere.example/,
    );
    expect(await ask(directory, 'why', 'mailto:me@example.org')).toMatch(
      /✗ canonical +"mailto:me@example.org": scheme mailto/,
    );
    expect(await ask(directory, 'why', 'http://10.0.0.1/')).toMatch(
      /✗ address +10\.0\.0\.1 is not on the public internet and not in network\.allow/,
    );
  });

  it('name the steps that changed a URL, for a list, known or not', async () => {
    const directory = jobDirectory('names', {
      seeds: [web.url('n.localhost')],
      url: { sortQuery: true, aliases: ['www.example.org example.org'] },
    });
    await ask(directory, 'crawl');
    const known = web.url('n.localhost', '/?SID=1#part');
    const list = `${known}\nhttp://EXAMPLE.org/%7ea?b&a\r\n\n# pasted\njavascript:void(0)\n/relative\nn.localhost:81/a\nexample.org/b`;
    const said = await winnow(['why', '--job', directory, '--stdin', '--json'], { input: list });
    const reports = said.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as WhyReport);
    const steps = ({ lines }: WhyReport) =>
      lines.filter(({ step }) => step === 'canonical').map(({ detail }) => detail);
    expect(reports.map(({ url }) => url)).toEqual([
      web.url('n.localhost', '/'),
      'http://www.example.org/~a?a&b',
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(reports[0] && steps(reports[0])).toEqual([
      `dropFragment (default): ${web.url('n.localhost', '/?SID=1')}`,
      `removeSessionIds (default): ${web.url('n.localhost', '/')}`,
      `becomes ${web.url('n.localhost', '/')}`,
    ]);
    expect(reports[0]?.lines.some(({ step }) => step === 'outcome')).toBe(true);
    expect(reports[1] && steps(reports[1])).toEqual([
      'host (always): http://example.org/%7ea?b&a',
      'normalisePercent (default): http://example.org/~a?b&a',
      expect.stringMatching(/^sortQuery \(job\.yaml:\d+\): http:\/\/example\.org\/~a\?a&b$/),
      expect.stringMatching(/^resolveAliases \(job\.yaml:\d+\): http:\/\/www\.example\.org\/~a\?a&b$/),
      'becomes http://www.example.org/~a?a&b',
    ]);
    expect(reports.slice(2).map((report) => steps(report))).toEqual([
      ['"javascript:void(0)": scheme javascript: only http and https are crawled'],
      ['"/relative": not an absolute URL'],
      [
        '"n.localhost:81/a": scheme n.localhost: only http and https are crawled; did you mean http://n.localhost:81/a?',
      ],
      ['"example.org/b": not an absolute URL; did you mean http://example.org/b?'],
    ]);
    expect((await winnow(['why', '--job', directory])).exit).toBe(2);
    writeJob(directory, 'names', { seeds: [web.url('n.localhost')], url: { aliases: ['a.org b.org'] } });
    const refused = await winnow(['crawl', '--job', directory]);
    expect(refused).toMatchObject({ exit: 1, err: expect.stringContaining('url.sortQuery was true') });
  });

  it('say that a host fails, and until when it is left alone', async () => {
    const directory = jobDirectory('failing', { seeds: [web.url('f.localhost')] });
    down = true;
    const { exit, out: crawled, err } = await winnow(['crawl', '--job', directory]);
    const seen = await status(directory);
    const why = await ask(directory, 'why', web.url('f.localhost'));
    const doctor = await winnow(['doctor', '--job', directory]);
    down = false;
    expect({ exit, err }).toMatchObject({ exit: 1, err: expect.stringContaining('robots.txt: status 503') });
    expect(crawled).toContain('1 denied');
    expect(seen.reasons.join()).toMatch(/1 host that fail.* left alone for a while/);
    expect(why).toMatch(/… robots .*unreachable \(status 503\)/);
    expect(why).toMatch(/… gate +resting, opens in (60 min|1 h|3600 s|3599 s|59 min)/);
    expect(why).toMatch(/… host .*failing, backed off from once/);
    expect(doctor.exit).toBe(1);
    expect(doctor.out).toMatch(/✗ seed .*status 503/);
  });

  it('say so of a host that is not there', async () => {
    const crawled = async (job: string): Promise<string> => {
      const { exit, out, err } = await winnow(['crawl', '--job', job]);
      expect(exit).toBe(1);
      expect(err).toMatch(/no seed could be had: failed: (?:connect|dns): .*; `winnow why/);
      return out;
    };
    const gone = await startWeb({ pages: () => undefined });
    const url = gone.url('nobody.localhost');
    await gone.close();
    const directory = jobDirectory('absent', { seeds: [url] });
    expect(await crawled(directory)).toContain('1 failed');
    expect(await ask(directory, 'why', url)).toMatch(/failed: connect/);
    const unresolved = jobDirectory('unresolved', {
      seeds: ['http://does-not-exist.invalid/'],
      scope: { hosts: ['does-not-exist.invalid'] },
      userAgent: { contact: 'crawl@example.org' },
    });
    expect(await crawled(unresolved)).toContain('1 failed');
    expect(await ask(unresolved, 'why', 'http://does-not-exist.invalid/')).toMatch(/failed: dns/);
  });
});

describe('winnow seed', () => {
  it('reports each of 1,000 mixed lines', async () => {
    const directory = jobDirectory('lines', { scope: { hosts: ['localhost'], maxUrlLength: 60 } });
    const kinds: readonly ((n: number) => readonly [string, RegExp | undefined])[] = [
      (n) => [web.url('s.localhost', `/${n}`), undefined],
      (n) => [`  ${web.url('t.localhost', `/${n}?q=ä#x`)}\t`, undefined],
      (n) => [`not a url ${n}`, /not an absolute URL/],
      (n) => [`ftp://s.localhost/${n}`, /scheme ftp/],
      (n) => [`https://elsewhere.example/${n}`, /scope.hosts/],
      (n) => [web.url('s.localhost', `/${'x'.repeat(60)}${n}`), /scope.maxUrlLength/],
      () => [web.url('s.localhost', '/0'), /the same as line 1/],
      (n) => [`http://[::${n}/`, /its host or its port is not valid/],
      (n) => [`javascript:alert(${n})`, /scheme javascript/],
      () => ['\u0000', /not an absolute URL/],
    ];
    const lines = Array.from(
      { length: 1_000 },
      (_, i) => kinds[i % kinds.length]?.(i) ?? (['', undefined] as const),
    );
    const { exit, out } = await winnow(['seed', '--job', directory, '--json'], {
      input: lines.map(([line]) => line).join('\n'),
    });
    expect(exit).toBe(1);
    const report = JSON.parse(out) as SeedReport;
    const reasons = new Map(report.refused.map(({ line, reason }) => [line, reason]));
    const accepted = new Set(report.accepted.map(({ line }) => line));
    for (const [index, [, reason]] of lines.entries()) {
      expect(accepted.has(index + 1), `line ${index + 1}`).toBe(reason === undefined);
      if (reason) expect(reasons.get(index + 1)).toMatch(reason);
    }
    expect(report.accepted).toHaveLength(200);
    expect(report.refused).toHaveLength(800);
  });
});
