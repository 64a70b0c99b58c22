import { afterEach, describe, expect, it } from 'vitest';
import { monthOf } from '../../../lib/domain/cost/month.ts';
import { defaultFocus } from '../../../lib/domain/focus/focus-settings.ts';
import { dayMs, type FreshnessSettings } from '../../../lib/domain/revisit/freshness-settings.ts';
import { shiftReasons } from '../../../lib/domain/revisit/shift.ts';
import type { JobSettings } from '../../../lib/domain/settings/settings.ts';
import { defaultYieldSettings } from '../../../lib/domain/yield/yield-settings.ts';
import { status as statusOperation } from '../../../lib/operations/look/status.ts';
import { addToSheet } from '../../../lib/pipeline/cost/sheet.ts';
import { firstDue } from '../../../lib/pipeline/frontier/due-bands.ts';
import { ensureJob } from '../../../lib/pipeline/job/open-job.ts';
import { statusOf } from '../../../lib/pipeline/report/status.ts';
import { summarise } from '../../../lib/pipeline/report/summary.ts';
import { planRevisits } from '../../../lib/pipeline/supervise/revisit-plan.ts';
import { testSettings } from '../../support/settings.ts';
import { termTopic } from '../../support/topic/topic.ts';
import { shownBy } from '../../support/viewed.ts';
import { jobName, page, type SmallCrawl, smallCrawl, type Web } from '../small-crawl.ts';

const freshness: FreshnessSettings = {
  ...{ everyMs: dayMs, minMs: dayMs / 24, maxMs: 10 * dayMs, per: 'page' },
  ...{ relevance: 0, popularity: 0, popularityBy: 'sites', share: 0.25, maintenanceShare: 0.9 },
};
const turn = { ...testSettings(jobName).turn, maxPages: 20 };
const regions = { ...defaultYieldSettings, hold: false };
const url = (at: number, path = ''): string => `https://a.example/${path}${at}`;

/** A chain of pages, each about what it is told to be. */
const chain = (length: number, words: (at: number) => string = () => 'owls', path = ''): Web =>
  Object.fromEntries(
    Array.from({ length }, (_, at) => {
      const links = [at + 1, at + 2].filter((to) => to < length).map((to) => url(to, path));
      return [url(at, path), page(`${words(at)}, number ${at} ${path}`, ...links)];
    }),
  );

let crawl: SmallCrawl;
afterEach(() => crawl.close());

async function begin(web: Web, settings: Partial<JobSettings>): Promise<void> {
  crawl = await smallCrawl(web, { seeds: [url(0)], settings: { freshness, yield: regions, ...settings } });
}

async function status() {
  const { ports } = crawl;
  const summary = await summarise(ports, jobName);
  return await statusOf(ports, await crawl.job(), summary, { lack: () => undefined });
}

/** Lets it crawl, and plan once a minute or so, until it maintains for a reason or does so no longer. */
async function until(reason: keyof typeof shiftReasons | undefined): Promise<void> {
  const wanted = reason && shiftReasons[reason];
  const { clock } = crawl.stores;
  for (let step = 0; step < 2_000; step += 1) {
    const turns = await crawl.tick();
    await planRevisits(crawl.ports, await crawl.job());
    const { revisits } = await crawl.job();
    if (revisits !== undefined && revisits.maintains?.reason === wanted) return;
    if (turns.length > 0) continue;
    const next = await firstDue(crawl.ports.due, jobName, clock.now() + dayMs);
    await clock.advance(Math.max(60_000, (next?.at ?? clock.now() + dayMs / 2) - clock.now()));
  }
  throw new Error(
    `it never came to: ${wanted ?? 'discovery'}; ${JSON.stringify((await crawl.job()).revisits)}`,
  );
}

async function deploy(settings: Partial<JobSettings>): Promise<void> {
  await ensureJob(crawl.ports, { ...testSettings(jobName), freshness, yield: regions, ...settings });
}

/** What status says now, and all that the log has of shifts, the oldest first. */
async function told() {
  const { commands } = await crawl.ports.commands.commands(20);
  const log = commands.map(({ by, command, reason }) => `${by}: ${command.command}: ${reason}`).reverse();
  return { text: shownBy(statusOperation, await status(), { now: crawl.ports.clock.now() }), log };
}

async function expectShift(reason: keyof typeof shiftReasons, back: () => Promise<unknown>): Promise<void> {
  await until(undefined);
  expect((await told()).text).not.toContain('before new pages');
  await until(reason);
  const shifted = await told();
  expect(shifted.text).toMatch(/revisits +90 % of the fetches/);
  expect(shifted.text).toContain(shiftReasons[reason]);
  await back();
  await until(undefined);
  const after = await told();
  expect(after.text).not.toContain('before new pages');
  expect(after.log).toEqual([
    `winnow: maintain: ${shiftReasons[reason]}`,
    `winnow: discover: it has room for more: no longer that ${shiftReasons[reason]}`,
  ]);
}

describe('a crawl turns to what it has, says so in its status and in the log, and turns back', () => {
  it('when its harvest falls, until it rises', async () => {
    const words = (at: number) => (at < 90 || at >= 190 ? 'owls' : 'cars');
    const topic = termTopic('40: owl=B.OWL\n40: owls=B.OWL\n', { followOffTopic: true });
    await begin(chain(600, words), { topic, turn, focus: { ...defaultFocus, mode: 'soft' } });
    await expectShift('harvest', async () => undefined);
  });

  it('when a limit of `stop` is nearly reached, until that is raised', async () => {
    await begin(chain(300), { stop: { pages: 60 } });
    await expectShift('budget', () => deploy({ stop: { pages: 200 } }));
  });

  it('when the budget of the month is nearly spent, until the month is over', async () => {
    await begin(chain(20), { limits: { dollarsPerMonth: 1 } });
    await until(undefined);
    const month = monthOf(crawl.ports.clock.now());
    // On one machine nothing is billed: at $0.625 a million of write units.
    await addToSheet(crawl.ports.jobs, jobName, month, { writeUnits: 1_500_000 });
    await until('budget');
    await crawl.stores.clock.advance(31 * dayMs);
    await until(undefined);
    expect((await told()).log).toEqual([
      `winnow: maintain: ${shiftReasons.budget}`,
      `winnow: discover: it has room for more: no longer that ${shiftReasons.budget}`,
    ]);
  });

  it('when it finds hardly any new pages, until it finds many', async () => {
    await begin(chain(20), { turn });
    await expectShift('stagnation', async () => {
      const more = chain(200, () => 'owls', 'more/');
      Object.assign(crawl.web, more, { [url(0)]: page('owls anew', url(0, 'more/')) });
    });
  });

  it('when its pages of the day are nearly spent, until the next day', async () => {
    await begin(chain(500), { limits: { pagesPerDay: 60 } });
    await expectShift('day', () => crawl.stores.clock.advance(dayMs));
  });
});
