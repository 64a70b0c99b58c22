import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { jobDirectory } from '../../e2e/support/job-directory.ts';
import { startWeb } from '../../support/web/web-server.ts';
import { winnow } from '../test-io.ts';

it('winnow reanalyse says what the settings would change, has it changed, and the log says who asked', async () => {
  const body = '<title>Owls</title><meta property="og:type" content="bird"><p>Owls hunt at night.';
  let asked = 0;
  const web = await startWeb({
    pages: ({ path }) => {
      if (path === '/') asked += 1;
      return { headers: { 'content-type': 'text/html' }, body };
    },
  });
  const directory = jobDirectory('analysed', { seeds: [web.url('o.localhost')], documents: { keep: true } });
  const run = async (...argv: readonly string[]) => {
    const { exit, out, err } = await winnow([...argv, '--job', directory]);
    expect({ argv, exit, err }).toEqual({ argv, exit: 0, err: expect.anything() });
    return out;
  };
  await run('crawl');
  const file = join(directory, 'job.yaml');
  writeFileSync(
    file,
    `${readFileSync(file, 'utf8')}\ncontent: { data: true }\nanalysis: { statistics: true }\n`,
  );
  expect(await run('reanalyse', '--dry-run')).toBe(
    '1 of 1 record would change, 0 stay as they are\n  data: 1\n  analysis: 1\nnothing was changed: a dry run\n',
  );
  expect(await run('reanalyse', '--by', 'ann', '--reason', 'new fields')).toContain(
    '1 host told to analyse 1 page again',
  );
  await run('crawl');
  expect(asked).toBe(1);
  expect(await run('record', web.url('o.localhost'))).toMatch(
    /analysis +\{"statistics".*\n.*data +openGraph/,
  );
  expect(await run('audit')).toMatch(/reanalyse.*ann/s);
  await web.close();
});
