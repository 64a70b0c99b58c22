import { contactLack } from '../../config/job/contact.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import { timing } from '../../domain/settings/timing.ts';
import type { Clock } from '../../ports/clock.ts';
import type { CrawlEnd } from '../shared/installation.ts';
import { patienceOf } from './crawl-end.ts';
import { crawlLoop } from './crawl-loop.ts';
import type { LoopOptions, LoopParts } from './crawl-parts.ts';

/** What a crawl is asked for, beside what the settings of its job say. */
export type LoopAsked = Pick<
  LoopOptions,
  'signal' | 'maxPages' | 'only' | 'untilDone' | 'onError' | 'onLost' | 'onJobError' | 'forever' | 'onRest'
>;

export interface SettledParts
  extends Omit<LoopParts, 'timing'>,
    Pick<LoopOptions, 'onTurn' | 'onVisit' | 'onOver'> {
  /** Of the job that the crawl is about, as they are now: those of a crawl without an end change. */
  readonly settings: () => JobSettings;
}

/** Between two times that the log of a crawl without an end is moved into the database. */
const everyMs = 600_000;

/** Runs the clockwork of one machine by the settings of a job, which are asked for each time that they matter. */
export function runLoop(
  { settings, onTurn, onVisit, onOver, ...parts }: SettledParts,
  asked: LoopAsked,
): Promise<CrawlEnd> {
  return crawlLoop(
    {
      ...parts,
      get timing() {
        return timing(settings().turn.maxMs);
      },
    },
    {
      ...asked,
      ...(onTurn === undefined ? {} : { onTurn }),
      ...(onVisit === undefined ? {} : { onVisit }),
      ...(onOver === undefined ? {} : { onOver }),
      get hosts() {
        return settings().crawl.hosts;
      },
      get patienceMs() {
        return patienceOf(settings()).patienceMs;
      },
      get gapPatienceMs() {
        return patienceOf(settings()).gapPatienceMs;
      },
      mayCrawl: (one) => contactLack(one) === undefined,
    },
  );
}

/** Does something when it is called, but not again before ten minutes are over. */
export function nowAndThen(clock: Clock, act: () => void): () => void {
  let last = clock.monotonic();
  return () => {
    if (clock.monotonic() - last < everyMs) return;
    last = clock.monotonic();
    act();
  };
}
