import { hash } from 'node:crypto';
import { setTimeout as realTime } from 'node:timers/promises';
import type { Ports } from '../../../lib/ports/ports.ts';
import type { Fetcher } from '../../../lib/ports/web.ts';
import { HeldClock, settled } from '../clock.ts';

/** How long a site takes to answer, by its name: most take 300 ms, one in seven a second, one in twenty three seconds. */
export function answerMs(host: string): number {
  const draw = Number.parseInt(hash('sha256', host).slice(0, 6), 16) % 100;
  if (draw < 5) return longestAnswerMs;
  return draw < 20 ? 1_000 : 300;
}

const longestAnswerMs = 3_000;
const idleMs = 250;

/** A batch of turns side by side whose sites take their time, by a clock of the batch's own. */
export interface SlowBatch {
  readonly ports: Ports;
  /** Runs the batch. Its time passes, to the next answer or the end of a wait, whenever nobody has anything else to do. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** How long it took, ms. */
  tookMs(): number;
}

/**
 * @param answersIn how long a site takes to answer, ms, at most three seconds
 * @returns a batch of turns with these ports that begins at `start`, epoch ms
 */
export function slowSites(ports: Ports, answersIn: (host: string) => number): (start: number) => SlowBatch {
  const calls = new Set<Promise<unknown>>();
  // Once for all batches: what a process remembers of a port it remembers by the port.
  const seen = Object.fromEntries(
    Object.entries(ports).map(([name, port]) => [name, followed(port, calls)]),
  ) as unknown as Ports;
  async function quiet(): Promise<void> {
    for (await settled(); calls.size > 0; await settled()) await Promise.race(calls);
  }

  return (start) => {
    const clock = new HeldClock(start);
    return {
      ports: { ...seen, clock, fetcher: slowly(seen.fetcher, clock, answersIn) },
      async run(work) {
        let isOver = false;
        const result = work().finally(() => {
          isOver = true;
        });
        result.catch(() => undefined);
        for (await quiet(); !isOver; await quiet()) {
          // Somebody compresses, or hashes, of which no port knows: no reason to let a deadline pass.
          if ((clock.nextWake ?? Number.POSITIVE_INFINITY) > longestAnswerMs) await realTime(idleMs);
          if (calls.size === 0 && !isOver) await clock.advance(clock.nextWake ?? 0);
        }
        return await result;
      },
      tookMs: () => clock.monotonic(),
    };
  };
}

function slowly(fetcher: Fetcher, clock: HeldClock, answersIn: (host: string) => number): Fetcher {
  return {
    ready: (credentials) => fetcher.ready(credentials),
    ahead: (hosts) => fetcher.ahead(hosts),
    addressOf: (host) => fetcher.addressOf(host),
    async fetch(request, signal) {
      const result = await fetcher.fetch(request, signal);
      await clock.sleep(answersIn(new URL(request.url).hostname));
      return result;
    },
  };
}

/** A port whose calls are in `calls` for as long as they are on their way. */
export function followed<T extends object>(port: T, calls: Set<Promise<unknown>>): T {
  return new Proxy(port, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      return (...args: unknown[]) => {
        const result: unknown = Reflect.apply(member, target, args);
        if (!(result instanceof Promise)) return result;
        const ended: Promise<unknown> = result.then(
          () => calls.delete(ended),
          () => calls.delete(ended),
        );
        calls.add(ended);
        return result;
      };
    },
  });
}
