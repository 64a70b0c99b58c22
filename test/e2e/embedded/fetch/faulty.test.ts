import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openData } from '../../support/data-directory.ts';
import { jobDirectory } from '../../support/job-directory.ts';
import { crawlHere } from '../../support/process/in-process.ts';
import { faultyJob, startFaultyWeb } from '../../support/web/crawl-faulty-web.ts';

it('a crawl stores what browsers read of faulty answers, marks what is incomplete, and asks for nothing twice', async () => {
  const web = await startFaultyWeb();
  const directory = jobDirectory('faulty', faultyJob(web));
  await crawlHere(directory);
  await web.close();
  expect(web.askedTwice()).toEqual([]);
  const data = openData(join(directory, 'data'));
  const { records } = await data.published('faulty');
  expect(web.faults(await data.collection('faulty'), records)).toEqual([]);
  expect(data.faults()).toEqual([]);
  data.close();
});
