import type { Ports } from '../../ports/ports.ts';

/**
 * Collects the link lines of turns that run side by side into one segment per job, so that a batch of ten turns pays for
 * one object. A turn joins before its first request; later it puts its lines or leaves. The segment is written when every
 * turn that joined has done so, or at the end of the waiting time. Lines that come later, or from a turn that has left,
 * are written at once. A turn commits only after its lines are stored.
 */
export interface LinkBatch {
  join(): LinkShare;
}

export interface LinkShare {
  /** Resolves when the lines are durable; rejects if they could not be stored. Ends the membership. */
  put(job: string, lines: readonly string[]): Promise<void>;
  /** Ends the membership: no other turn waits for this one any more. Does nothing after `put`. */
  leave(): void;
}

interface Waiting {
  readonly job: string;
  readonly lines: readonly string[];
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** @param waitBy monotonic ms after which no turn waits for others */
export function openLinkBatch(ports: Pick<Ports, 'links' | 'entropy' | 'clock'>, waitBy: number): LinkBatch {
  const { clock } = ports;
  let working = 0;
  let waiting: Waiting[] = [];
  let timer: AbortController | undefined;

  function settle(): void {
    timer?.abort();
    timer = undefined;
    const batch = waiting;
    waiting = [];
    for (const [job, members] of Map.groupBy(batch, (member) => member.job)) {
      store(
        ports,
        job,
        members.flatMap((member) => member.lines),
      ).then(
        () => members.forEach((member) => void member.resolve()),
        (error) => members.forEach((member) => void member.reject(error)),
      );
    }
  }

  function settleInTime(): void {
    if (timer !== undefined) return;
    timer = new AbortController();
    clock.sleep(Math.max(0, waitBy - clock.monotonic()), timer.signal).then(settle, () => undefined);
  }

  return {
    join() {
      working += 1;
      let member = true;
      const end = (): void => {
        if (!member) return;
        member = false;
        working -= 1;
        if (working === 0) settle();
      };
      return {
        put(job, lines) {
          if (lines.length === 0) {
            end();
            return Promise.resolve();
          }
          if (!member) return store(ports, job, lines);
          return new Promise((resolve, reject) => {
            waiting.push({ job, lines, resolve, reject });
            end();
            if (waiting.length > 0) settleInTime();
          });
        },
        leave: end,
      };
    },
  };
}

/** Registers the segment before putting it: a segment that is not registered would never be recycled. */
async function store(
  ports: Pick<Ports, 'links' | 'entropy' | 'clock'>,
  job: string,
  lines: readonly string[],
): Promise<void> {
  const id = `${String(ports.clock.now()).padStart(14, '0')}-${ports.entropy.id()}`;
  await ports.links.register(job, id);
  await ports.links.put(job, id, Buffer.from(`${lines.join('\n')}\n`));
}
