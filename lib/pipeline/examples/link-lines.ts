import { decodeLinkLines, type LinkLine } from '../../domain/links/link-segment.ts';
import type { Ports } from '../../ports/ports.ts';

const segmentsListed = 200;

/** The lines of a job's link log, oldest first, until a monotonic time. */
export async function* linkLines(
  ports: Pick<Ports, 'links' | 'clock'>,
  job: string,
  endBy: number,
): AsyncGenerator<LinkLine> {
  for (let after: string | undefined; ; ) {
    const ids = await ports.links.kept(job, segmentsListed, after);
    for (const id of ids) {
      if (ports.clock.monotonic() >= endBy) return;
      const bytes = await ports.links.read(job, id);
      if (bytes !== undefined) yield* decodeLinkLines(Buffer.from(bytes).toString());
    }
    after = ids.at(-1);
    if (ids.length < segmentsListed) return;
  }
}
