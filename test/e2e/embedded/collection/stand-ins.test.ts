import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { order } from '../../../../lib/operations/order.ts';
import type { TestWeb } from '../../../support/web/web-server.ts';
import { openData } from '../../support/data-directory.ts';
import { jobDirectory } from '../../support/job-directory.ts';
import { crawlHere, withInstallation } from '../../support/process/in-process.ts';
import {
  about,
  honest,
  lost,
  name,
  shell,
  standInFindings,
  startStandInSite,
  wall,
} from '../../support/web/stand-in-site.ts';

let web: TestWeb;

beforeAll(async () => {
  web = await startStandInSite();
});

afterAll(() => web.close());

async function crawl(standIns: 'drop' | 'keep') {
  const directory = jobDirectory(standIns, {
    seeds: [web.url(name)],
    content: { standIns },
    scope: { hosts: [name] },
  });
  await crawlHere(directory);
  const data = openData(join(directory, 'data'));
  const collection = await data.collection(standIns);
  const { records } = await data.published(standIns);
  data.close();
  return {
    ...standInFindings(web, collection, records.values()),
    why: (path: string) =>
      withInstallation(directory, (installation, job) =>
        order('why', installation.place, { job, url: web.url(name, path) }, { by: 'a test', reason: '' }),
      ),
  };
}

describe('a site of thirty soft 404s, a wall and a page that scripts make, among sixty honest pages', () => {
  it('brings its honest pages alone, and what scripts make marked', async () => {
    const { outcomes, details, record, urls, why } = await crawl('drop');
    expect(outcomes([...honest, ...about, '/'])).toEqual(['stored']);
    expect(outcomes([...lost, wall])).toEqual(['denied']);
    expect(new Set(details(lost))).toEqual(
      new Set([
        'stand-in: not-found, by its title, a heading, a sentence to who asked for it, the path that was asked for, little text',
      ]),
    );
    expect(details([wall])).toEqual(['stand-in: consent, by each line speaks of consent, a button gives it']);
    expect(record(shell)?.standIn?.kind).toBe('scripts');
    expect(record('/owls/0')).not.toHaveProperty('standIn');
    expect(urls.filter((one) => one.includes('/away'))).toEqual([]);
    const { lines } = await why(lost[0] as string);
    expect(lines.find(({ step }) => step === 'outcome')?.detail).toContain(
      'stand-in: not-found, by its title',
    );
  });

  it('brings all of them marked where they are kept', async () => {
    const { outcomes, record, why } = await crawl('keep');
    expect(outcomes([...honest, ...about, ...lost, wall, shell])).toEqual(['stored']);
    expect(new Set(lost.map((path) => record(path)?.standIn?.kind))).toEqual(new Set(['not-found']));
    expect(record(wall)?.standIn?.kind).toBe('consent');
    expect([...honest, ...about].filter((path) => record(path)?.standIn !== undefined)).toEqual([]);
    const { lines } = await why(lost[0] as string);
    expect(lines.find(({ step }) => step === 'stand-in')?.detail).toContain('not-found, by its title');
  });
});
