import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { loadJob } from '../../../../lib/config/job/load-job.ts';
import { order } from '../../../../lib/operations/order.ts';
import { startWeb, type TestWeb } from '../../../support/web/web-server.ts';
import { type JobTree, jobDirectory } from '../../support/job-directory.ts';
import { withInstallation } from '../../support/process/in-process.ts';

const page = readFileSync(new URL('../../../../docs/strategies.md', import.meta.url), 'utf8');
const section = /## A number from a plug-in\n(.*?)\n## /s.exec(page)?.[1] ?? '';
const shown = (language: string): string =>
  new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(section)?.[1] ?? '';

const links = ['report 1998', 'report 2024', 'imprint', 'report 2011', 'report 2021'];
const pathOf = (anchor: string): string => `/${anchor.replace('report ', 'r')}`;
let web: TestWeb;
beforeAll(async () => {
  const list = links.map((anchor) => `<a href="${pathOf(anchor)}">${anchor}</a>`).join(' ');
  web = await startWeb({
    pages: ({ path }) => ({
      headers: { 'content-type': 'text/html' },
      body: path === '/' ? `<title>reports</title>${list}` : `<title>${path}</title>all about ${path}`,
    }),
  });
});
afterAll(() => web.close());

/** Crawls with the plug-in. @returns the paths in the order in which they were asked for, and what the job says of itself */
async function crawlWith(plugin: string) {
  const from = web.log.length;
  const tree = parse(shown('yaml')) as JobTree;
  const directory = jobDirectory('reports', { seeds: [web.url('localhost')], ...tree });
  mkdirSync(join(directory, 'plugins'));
  writeFileSync(join(directory, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(directory, 'plugins/years.js'), plugin);
  const { plugins } = loadJob(directory);
  return await withInstallation(directory, async (installation, job) => {
    for (const one of plugins) await installation.keepPlugin(one);
    await installation.seed(job, [web.url('localhost')]);
    await installation.crawl(job, {});
    const status = await installation.place.status(job);
    const report = await order('strategy', installation.place, { job }, { by: 'a test', reason: '' });
    const paths = web.log.slice(from).map(({ path }) => path);
    return { paths: paths.filter((path) => path !== '/robots.txt'), status, report };
  });
}

describe('a rule that asks for the number of a plug-in', () => {
  it('orders a site by what the analyser of docs/strategies.md says of its links', async () => {
    const { paths, report } = await crawlWith(shown('js'));
    expect(paths).toEqual(['/', '/r2024', '/r2021', '/r1998', '/imprint', '/r2011']);
    expect(report?.contexts[0]?.rules.find(({ rule }) => rule === 'since 2020')?.evaluations).toBe(6);
  });

  it('matches nothing if the analyser always throws: the site is crawled all the same, and failures are counted', async () => {
    const { paths, status, report } = await crawlWith(
      'export const analyse = () => { throw new Error("no"); };',
    );
    expect(paths).toEqual(['/', ...links.map(pathOf)]);
    expect(status.pluginFailures).toEqual({ years: expect.any(Number) as number });
    expect(status.pluginFailures?.years).toBeGreaterThanOrEqual(5);
    expect(report?.contexts[0]).toMatchObject({ pages: 6, targets: 6 });
  });
});
