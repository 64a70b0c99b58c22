import { tellTurns } from '../../pipeline/report/turns-under-way.ts';
import type { VisitSeen } from '../../pipeline/turn/turn.ts';
import type { HostKey } from '../../ports/hosts.ts';
import type { Ports } from '../../ports/ports.ts';

/** Shows other processes how far the turns of this one are, for `winnow status`. */
export interface OpenTurns {
  /** Called when a visit of a turn has ended. */
  visit(seen: VisitSeen): void;
  /** Called when a turn has ended, whatever its result. */
  over(key: HostKey): void;
  /** Writes nothing more. */
  close(): void;
}

const everyMs = 1_000;

/**
 * Writes once a second, and nothing while all turns are shorter than that. A failed write is ignored, because the next
 * second has another.
 */
export function openTurns(ports: Pick<Ports, 'jobs' | 'clock'>): OpenTurns {
  const open = new Map<string, VisitSeen>();
  /** Jobs whose stored note names turns. */
  let noted = new Set<string>();
  let isWriting = false;

  async function write(): Promise<void> {
    const turns = [...open.values()];
    const jobs = new Set(turns.map(({ job }) => job));
    for (const job of new Set([...jobs, ...noted])) {
      const own = turns.filter((turn) => turn.job === job);
      await tellTurns(
        ports,
        job,
        own.map(({ host, ticket, totals }) => ({ host, ticket, totals: totals() })),
      );
    }
    noted = jobs;
  }

  const timer = setInterval(() => {
    if (isWriting || (open.size === 0 && noted.size === 0)) return;
    isWriting = true;
    write()
      .catch(() => undefined)
      .finally(() => {
        isWriting = false;
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
