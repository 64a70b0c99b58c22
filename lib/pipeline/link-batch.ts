import type { Ports } from '../ports/ports.ts';

/**
 * Collects the link lines of turns that run side by side into one segment per job, so that a batch of ten turns
 * pays for one object. A turn joins before its first request and then either puts its lines or leaves; the segment
 * is written when every turn that joined has done so. No turn commits before its lines are stored.
 */
export interface LinkBatch {
  join(): LinkShare;
}

export interface LinkShare {
  /** Resolves when the lines are durable; rejects when they could not be stored. Ends the membership. */
  put(job: string, lines: readonly string[]): Promise<void>;
  /** Ends the membership without lines; harmless after `put`. */
  leave(): void;
}

interface Waiting {
  readonly job: string;
  readonly lines: readonly string[];
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

export function openLinkBatch(ports: Pick<Ports, 'links' | 'entropy' | 'clock'>): LinkBatch {
  let working = 0;
  let waiting: Waiting[] = [];

  function settle(): void {
    if (working > 0 || waiting.length === 0) return;
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

  return {
    join() {
      working += 1;
      let member = true;
      const end = (): void => {
        if (!member) return;
        member = false;
        working -= 1;
        settle();
      };
      return {
        put(job, lines) {
          if (lines.length === 0) {
            end();
            return Promise.resolve();
          }
          return new Promise((resolve, reject) => {
            waiting.push({ job, lines, resolve, reject });
            end();
          });
        },
        leave: end,
      };
    },
  };
}

/** Registered before it is put: a segment that nobody knows of would never be recycled. */
async function store(
  ports: Pick<Ports, 'links' | 'entropy' | 'clock'>,
  job: string,
  lines: readonly string[],
): Promise<void> {
  const id = `${String(ports.clock.now()).padStart(14, '0')}-${ports.entropy.id()}`;
  await ports.links.register(job, id);
  await ports.links.put(job, id, Buffer.from(`${lines.join('\n')}\n`));
}
