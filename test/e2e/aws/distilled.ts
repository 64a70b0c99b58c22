import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readStoredObject } from '../../../lib/base/stored-json.ts';
import type { ChangeLine } from '../../../lib/domain/collection/record.ts';
import type { HubReport } from '../../../lib/graph/reports/hub-report.ts';
import type { AnalysisNote } from '../../../lib/pipeline/link-graph/analysis-note.ts';
import { readGraphState } from '../../../lib/pipeline/link-graph/graph-state.ts';
import { winnow } from '../../bin/test-io.ts';
import { type OwlWeb, owlJob, startOwlWeb } from '../../support/sql/owl-web.ts';
import { until, withClockwork } from '../support/clockwork.ts';
import { jobDirectory } from '../support/job-directory.ts';
import type { DeployedStack } from '../support/stack/deployed-stack.ts';
import { openOnStack } from '../support/stack/job-on-stack.ts';
import { toldTurns } from '../support/stack/published.ts';

const job = 'distilled';
const analysed = { focus: { mode: 'unfocused', distill: 15 }, links: { ranks: 15 } };

/**
 * A job that distils while it is crawled, and has ranks written into its records: by a function of its own, with the graph that
 * one machine makes.
 */
export function distilled(stack: () => DeployedStack): void {
  describe('a crawl that distils', () => {
    let web: OwlWeb;
    let directory: string;
    let folder: string;

    const noted = async <T extends object>(name: string): Promise<T | undefined> =>
      readStoredObject<T>((await stack().runtime.stores.jobs.note(job, name))?.text ?? '');
    /** The pages of all hosts but one, which never answers. */
    const isCrawled = async (): Promise<boolean> => {
      const { hosts } = await stack().runtime.stores.hosts.hosts(job, 100);
      const outcomes = hosts.flatMap(({ control }) => Object.values(control.counters.outcomes));
      return outcomes.reduce((sum, count) => sum + count, 0) === 22;
    };

    /** Changes whose records have ranks. */
    const ranked = async (): Promise<readonly ChangeLine[]> =>
      (await toldTurns(stack().runtime.stores.changes, job))
        .flat()
        .map((line) => JSON.parse(line) as ChangeLine)
        .filter(({ record }) => record?.ranks !== undefined);

    beforeAll(async () => {
      web = await startOwlWeb();
      folder = mkdtempSync(join(tmpdir(), 'winnow-e2e-distilled-'));
      const turn = { maxPages: 5, maxSeconds: 2 };
      const tree = { ...owlJob(web, folder), name: job, turn, ...analysed };
      directory = jobDirectory(job, tree);
      await openOnStack(stack(), job, tree);
      await withClockwork(stack(), () =>
        until('the pages were visited and the function that distils has answered', async () => {
          const { pages = 0, called = 1 } = (await noted<AnalysisNote>('distil')) ?? {};
          return pages > 0 && called === 0 && (await isCrawled());
        }).then(() =>
          until('hosts have written ranks into records', async () => (await ranked()).length >= 3),
        ),
      );
    }, 240_000);

    afterAll(async () => {
      await web.close();
      rmSync(folder, { recursive: true });
    });

    it('has raised what was linked to and not visited, with what the function read of the link log', async () => {
      const { done } = (await noted<AnalysisNote>('distil')) ?? {};
      expect((done as { readonly raised: number }).raised).toBeGreaterThan(0);
      expect((await readGraphState(stack().runtime.stores.graphs, job)).parts.length).toBeGreaterThan(0);
    });

    it('has ranks in records and changes, all of one analysis, without a request', async () => {
      const { pages, done } = (await noted<AnalysisNote>('ranks')) ?? {};
      expect(pages).toBeGreaterThanOrEqual(15);
      const lines = await ranked();
      expect(lines.length).toBeLessThanOrEqual((done as { readonly pages: number }).pages);
      const analyses = new Set(lines.map(({ record }) => record?.ranks?.at));
      expect(analyses.size).toBe(1);
      for (const { change, record } of lines) {
        expect(change).toBe('updated');
        expect(record?.ranks).toMatchObject({ of: expect.any(Number), linkedBy: expect.any(Number) });
        expect(record?.ranks?.pageRank).toBeGreaterThan(0);
      }
      const asked = web.log.filter(({ status }) => status === 200);
      expect(new Set(asked.map(({ host, path }) => `${host}${path}`)).size).toBe(asked.length);
    });

    it('has the hubs and authorities of a crawl on one machine', async () => {
      expect(await winnow(['crawl', '--job', directory])).toMatchObject({ exit: 0 });
      const [there, here] = await Promise.all(
        [
          ['--stack', stack().name, '--job-name', job],
          ['--job', directory],
        ].map(async (target) => {
          const { exit, out, err } = await winnow(['hubs', ...target, '--json']);
          expect({ exit, err }).toEqual({ exit: 0, err: '' });
          return JSON.parse(out) as HubReport;
        }),
      );
      expect(there?.hubs.map(({ url }) => url)).toEqual(here?.hubs.map(({ url }) => url));
      expect(there?.authorities.map(({ url }) => url)).toEqual(here?.authorities.map(({ url }) => url));
    }, 120_000);

    it('does nothing when it is called before that is due, and refuses an event without a job', async () => {
      expect((await stack().invoke('distil', { job })).answer).toMatchObject({ distilled: 'resting' });
      expect((await stack().invoke('distil', {})).answer).toMatchObject({
        errorMessage: expect.stringContaining('names a job'),
      });
    });
  });
}
