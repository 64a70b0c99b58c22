import { describe, expect, it } from 'vitest';
import { type ReaderSettings, settingsSender } from '../../../lib/adapters/reading/sent-settings.ts';
import { parseOnly } from '../../../lib/base/url/url-settings.ts';

const job = (): ReaderSettings => ({
  urlSettings: { ...parseOnly },
  models: new Map([['d', new Uint8Array(3)]]),
});

describe('what a reading thread is told', () => {
  it('is the settings of a job once, also when the pages of several jobs come by turns', () => {
    const tell = settingsSender();
    const jobs = [job(), job(), job()];
    const first = jobs.map(tell);
    expect(first.map(({ settings }) => settings)).toEqual(jobs);
    expect(new Set(first.map(({ place }) => place)).size).toBe(3);
    const again = [...jobs, ...jobs].map((settings) => tell({ ...settings }));
    expect(again).toEqual([...first, ...first].map(({ place }) => ({ place })));
  });

  it('is told again of a job that so many others came after that it was forgotten', () => {
    const tell = settingsSender();
    const one = job();
    const { place } = tell(one);
    for (let other = 0; other < 20; other += 1) expect(tell(job()).place).toBeLessThan(8);
    expect(tell(one).settings).toEqual(one);
    expect(tell(one)).toEqual({ place: expect.any(Number) });
    expect(place).toBe(0);
  });
});
