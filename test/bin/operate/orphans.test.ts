import { expect, it } from 'vitest';
import { jobDirectory } from '../../e2e/support/job-directory.ts';
import { startWeb } from '../../support/web/web-server.ts';
import { winnow } from '../test-io.ts';

const html = (body: string) => ({ headers: { 'content-type': 'text/html' }, body });

it('winnow orphans says which pages nobody links to any more, has them released, and the log says who asked', async () => {
  let home = '<a href="/a">a</a> <a href="/b">b</a>';
  const web = await startWeb({ pages: ({ path }) => html(path === '/' ? home : `<title>${path}</title>`) });
  const seeds = [web.url('o.localhost')];
  const directory = jobDirectory('orphaned', { seeds, revisit: { orphans: 'release' } });
  const run = async (...argv: readonly string[]) => {
    const { exit, out, err } = await winnow([...argv, '--job', directory]);
    expect({ argv, exit, err }).toEqual({ argv, exit: 0, err: expect.anything() });
    return out;
  };
  await run('crawl');
  expect(await run('orphans', '--dry-run')).toContain('0 of 3 pages');
  home = 'only <a href="/b">b</a>';
  await run('reharvest', '--all');
  await run('crawl');
  expect(await run('orphans', '--dry-run')).toMatch(/1 of 3 pages.*\n {2}http:.*\/a\nnothing was changed/);
  expect(await run('orphans', '--by', 'ann', '--reason', 'tidy')).toContain('1 host told');
  await run('crawl');
  expect(JSON.parse(await run('howmany', '--json'))).toMatchObject({ visited: 3 });
  expect(await run('orphans', '--dry-run')).toContain('0 of 2 pages');
  expect(await run('audit')).toMatch(/orphans.*ann/s);
  await web.close();
});
