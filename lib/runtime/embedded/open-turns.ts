import { tellTurns } from '../../pipeline/report/turns-under-way.ts';
import type { VisitSeen } from '../../pipeline/turn/turn.ts';
import type { HostKey } from '../../ports/hosts.ts';
import type { Ports } from '../../ports/ports.ts';

/** Tells other processes how far the turns of this one have come, for `winnow status`. */
export interface OpenTurns {
  /** A visit of a turn has ended. */
  visit(seen: VisitSeen): void;
  /** A turn is over, whatever came of it. */
  over(key: HostKey): void;
  /** Tells no more. */
  close(): void;
}

const everyMs = 1_000;

/**
 * Writes once a second, and nothing while all turns are shorter than that. A write that fails is done without: the next second
 * has another.
 */
export function openTurns(ports: Pick<Ports, 'jobs' | 'clock'>): OpenTurns {
  const open = new Map<string, VisitSeen>();
  /** Jobs of which turns are written down. */
  let told = new Set<string>();
  let isTelling = false;

  async function tell(): Promise<void> {
    const turns = [...open.values()];
    const jobs = new Set(turns.map(({ job }) => job));
    for (const job of new Set([...jobs, ...told])) {
      const own = turns.filter((turn) => turn.job === job);
      await tellTurns(
        ports,
        job,
        own.map(({ host, ticket, totals }) => ({ host, ticket, totals: totals() })),
      );
    }
    told = jobs;
  }

  const timer = setInterval(() => {
    if (isTelling || (open.size === 0 && told.size === 0)) return;
    isTelling = true;
    tell()
      .catch(() => undefined)
      .finally(() => {
        isTelling = false;
      });
  }, everyMs);
  timer.unref();

  const keyOf = ({ job, host }: HostKey): string => `${job} ${host}`;
  return {
    visit: (seen) => void open.set(keyOf(seen), seen),
    over: (key) => void open.delete(keyOf(key)),
    close: () => clearInterval(timer),
  };
}
