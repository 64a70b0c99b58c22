import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Change, openCrawl } from '../../../lib/api/open-crawl.ts';
import { destroyWithCdk } from '../../../localstack/cdk.ts';
import { mend } from '../../../localstack/mend.ts';
import { deployedResources, stackOutputs } from '../../../localstack/template.ts';
import { packed } from '../../packaging/package-of-run.ts';
import { installTeamApp } from '../../packaging/team-app.ts';
import { startWeb, type TestWeb } from '../../support/web/web-server.ts';
import { withClockwork } from '../support/clockwork.ts';
import { jobDirectory } from '../support/job-directory.ts';
import { deployAssembly } from '../support/stack/assembly.ts';
import { type DeployedStack, endFunctions, invokerOf } from '../support/stack/deployed-stack.ts';
import { synthesiseApp } from '../support/stack/synthesis.ts';

/** What search-stack.ts calls its stack, its crawl and its job. */
const [id, name, job] = ['TeamSearch', 'team-search', 'birds'];

/** examples/team-app as a team deploys it: from the packed package, checked by cdk-nag; without its network, which the emulator lacks. */
export function teamApp(stack: () => DeployedStack): void {
  describe('the app of a team, deployed beside it', () => {
    const folder = mkdtempSync(join(tmpdir(), 'winnow-e2e-team-'));
    const outDir = join(folder, 'cdk.out');
    let web: TestWeb;

    beforeAll(async () => {
      web = await startWeb({
        pages: ({ path }) => ({
          body: path === '/' ? '<title>birds</title><a href="/owl">owl</a>' : `<title>${path}</title>${path}`,
        }),
      });
      const seeds = [web.url('team.localhost')];
      const scope = { hosts: ['team.localhost'] };
      const tree = { seeds, scope, limits: { pagesPerDay: 100 }, turn: { maxSeconds: 2 } };
      const { cloud } = stack();
      await synthesiseApp(cloud, {
        program: 'app.ts',
        context: { local: 'true', job: jobDirectory(job, tree) },
        cwd: installTeamApp(folder, await packed()),
        outDir,
      });
      await deployAssembly(cloud, { outDir, stack: id });
      await mend(cloud, deployedResources(outDir, id));
    }, 600_000);

    afterAll(async () => {
      await endFunctions(stack().lambda, name);
      await destroyWithCdk(stack().cloud, { outDir, verbose: false });
      await web.close();
      rmSync(folder, { recursive: true, force: true });
    });

    it('crawls the job that was deployed with it, and its queue hears of what was found', async () => {
      const crawl = await openCrawl({ stack: name, job, queue: stackOutputs(outDir, id).ChangesUrl ?? '' });
      const read: Change[] = [];
      await withClockwork({ invoke: invokerOf(stack().lambda, name) }, async () => {
        for await (const change of crawl.run({ forever: true })) {
          read.push(change);
          if (read.length === 2) break;
        }
      });
      expect(read.map(({ url }) => url)).toEqual(
        ['/', '/owl'].map((path) => web.url('team.localhost', path)),
      );
      expect((await crawl.status()).records).toBe(2);
      await crawl.close();
    }, 300_000);
  });
}
