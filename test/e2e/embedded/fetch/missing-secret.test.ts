import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadJob } from '../../../../lib/config/job/load-job.ts';
import { order } from '../../../../lib/operations/order.ts';
import { openEmbedded } from '../../../../lib/runtime/embedded/embedded.ts';
import { startWeb, type TestWeb } from '../../../support/web/web-server.ts';
import { jobDirectory } from '../../support/job-directory.ts';

let web: TestWeb;
beforeAll(async () => {
  web = await startWeb({
    pages({ path }) {
      const links = ['/one', '/two'].map((link) => `<a href="${link}">${link}</a>`).join('');
      const body = `<title>${path}</title><p>The page ${path}.</p>${path === '/' ? links : ''}`;
      return { headers: { 'content-type': 'text/html' }, body };
    },
  });
});
afterAll(() => web.close());

it('fetches nothing for want of a secret, says so, blames nobody, and goes on when the secret is back', async () => {
  const lacking = loadJob(
    jobDirectory('members', {
      seeds: [web.url('members.localhost', '/')],
      fetch: { credentials: 'members' },
      crawl: { patience: 60 },
    }),
  );
  const well = loadJob(jobDirectory('public', { seeds: [web.url('public.localhost', '/')] }));
  const installation = await openEmbedded(lacking.dataDir, 'worker');
  const failed: string[] = [];
  try {
    for (const { settings } of [lacking, well]) {
      await installation.ensureJob(settings);
      await installation.seed(settings.name, settings.seeds);
    }
    const missing = { code: 'config', message: expect.stringContaining("there is no secret 'members'") };
    await expect(installation.crawl('members', {})).rejects.toMatchObject(missing);
    await expect(
      order(
        'fetch',
        installation.place,
        { job: 'members', url: web.url('members.localhost', '/one') },
        { by: 'a test', reason: '' },
      ),
    ).rejects.toMatchObject(missing);

    // Beside another job the hosts have tickets, and no turns.
    const beside = await installation.crawl('public', { onTrouble: (text) => void failed.push(text) });
    expect(beside).toMatchObject({ end: 'done', outcomes: { stored: 3 } });
    expect(failed).toEqual([
      expect.stringMatching(/^job members: harvest failed, .*there is no secret 'members'/),
    ]);
    expect(web.log.filter(({ host }) => host.startsWith('members'))).toEqual([]);
    const status = await installation.place.status('members');
    expect(status).toMatchObject({ fetched: 0, failing: [{ work: 'harvest', ...missing }] });
    expect(status.quarantined).toBeUndefined();

    const secrets = join(lacking.dataDir, 'secrets');
    mkdirSync(secrets);
    writeFileSync(join(secrets, 'members.json'), '{"sites":[]}', { mode: 0o600 });
    const back = await installation.crawl('members', {});
    expect(back).toMatchObject({ end: 'done', outcomes: { stored: 3 } });
    expect(back.outcomes.failed).toBeUndefined();
    expect(back.status.failing).toBeUndefined();
  } finally {
    await installation.close();
  }
}, 90_000);
