import { defined } from '../../base/defined.ts';
import { contactLack } from '../../domain/settings/contact.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import { timing } from '../../domain/settings/timing.ts';
import type { Clock } from '../../ports/clock.ts';
import type { CrawlEnd } from '../shared/installation.ts';
import { patienceOf } from './crawl-end.ts';
import { crawlLoop } from './crawl-loop.ts';
import type { LoopOptions, LoopParts } from './crawl-parts.ts';

/** What the caller of a crawl chooses, beside the settings of its job. */
export type LoopAsked = Pick<
  LoopOptions,
  | 'signal'
  | 'maxPages'
  | 'mayBegin'
  | 'only'
  | 'untilDone'
  | 'onError'
  | 'onLost'
  | 'onJobError'
  | 'forever'
  | 'onRest'
> & {
  /** No other job than those of `untilDone` has turns. */
  readonly apart?: boolean;
};

export interface SettledParts extends Omit<LoopParts, 'timing'>, Pick<LoopOptions, 'onTurn' | 'onOver'> {
  /** The present settings of the crawl's job: they can change during a crawl without an end. */
  readonly settings: () => JobSettings;
}

/** How often the log of a crawl without an end is moved into the database. */
const everyMs = 600_000;

/** Runs the clockwork of one machine by the settings of a job, which are read each time that they are needed. */
export function runLoop(
  { settings, onTurn, onOver, ...parts }: SettledParts,
  { apart = false, ...asked }: LoopAsked,
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
      ...defined({ onTurn, onOver }),
      get hosts() {
        return settings().crawl.hosts;
      },
      get patienceMs() {
        return patienceOf(settings()).patienceMs;
      },
      get gapPatienceMs() {
        return patienceOf(settings()).gapPatienceMs;
      },
      mayCrawl: (one) => contactLack(one) === undefined && (!apart || asked.untilDone.includes(one.name)),
    },
  );
}

/** Calls `act` at most once in ten minutes. */
export function nowAndThen(clock: Clock, act: () => void): () => void {
  let last = clock.monotonic();
  return () => {
    if (clock.monotonic() - last < everyMs) return;
    last = clock.monotonic();
    act();
  };
}
