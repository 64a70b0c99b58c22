import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { UrlSettings } from '../../../lib/base/url/url-settings.ts';
import { ensureJob } from '../../../lib/pipeline/job/open-job.ts';
import { seed } from '../../../lib/pipeline/seeds/seed.ts';
import { testSettings } from '../../support/settings.ts';
import { type MemoryPorts, memoryPorts } from '../../support/stores.ts';

let ports: MemoryPorts;
beforeEach(() => {
  ports = memoryPorts();
});
afterEach(() => ports.close());

const withUrl = (url: Partial<UrlSettings>) => {
  const settings = testSettings('birds');
  return { ...settings, url: { ...settings.url, ...url } };
};

describe('a job whose URL steps are changed', () => {
  it('takes the new ones while it has no URL', async () => {
    const first = await ensureJob(ports, withUrl({}));
    const second = await ensureJob(ports, withUrl({ sortQuery: true }));
    expect(second.config).not.toBe(first.config);
  });

  const changes: readonly (readonly [Partial<UrlSettings>, RegExp])[] = [
    [{ sortQuery: true }, /url\.sortQuery was false/],
    [{ removeSessionIds: false }, /url\.removeSessionIds was true; url\.sessionIds was \["sessionid"/],
    [{ sessionIds: ['SID'] }, /url\.sessionIds was \["sessionid"/],
    [{ aliases: { 'a.org': 'b.org' } }, /url\.aliases was \{\}/],
    [{ removeTracking: true }, /\(url\.removeTracking was false\)/],
    [{ encodeBackslash: true }, /\(url\.encodeBackslash was false\)/],
  ];
  it.each(changes)('refuses %j once it has a URL, and says what was', async (change, said) => {
    const job = await ensureJob(ports, withUrl({}));
    await seed(ports, job, ['http://a.org/']);
    await expect(ensureJob(ports, withUrl(change))).rejects.toMatchObject({
      code: 'config',
      message: expect.stringMatching(said),
    });
    expect(await ports.jobs.job('birds')).toEqual(job);
    expect(await ensureJob(ports, withUrl({}))).toEqual(job);
  });

  it.each<Partial<UrlSettings>>([
    { tracking: ['ref'] },
    { repairHost: true },
    { sessionIds: testSettings('x').url.sessionIds.toReversed() },
  ])('takes %j at any time: no page gets another name by it', async (change) => {
    const job = await ensureJob(ports, withUrl({}));
    await seed(ports, job, ['http://a.org/']);
    expect((await ensureJob(ports, withUrl(change))).config).not.toBe(job.config);
  });
});
