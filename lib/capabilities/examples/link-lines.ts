import { faultOf } from '../../base/error.ts';
import { decodeLinkLines, type LinkLine } from '../../base/links/link-segment.ts';
import type { Ports } from '../../ports/ports.ts';

const segmentsListed = 200;

/** The lines of a job's link log, oldest first, until a monotonic time. What is damaged of a segment is passed over. */
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
      if (bytes !== undefined) yield* readableLines(bytes);
    }
    after = ids.at(-1);
    if (ids.length < segmentsListed) return;
  }
}

function* readableLines(bytes: Uint8Array): Generator<LinkLine> {
  try {
    yield* decodeLinkLines(Buffer.from(bytes).toString());
  } catch (error) {
    faultOf(error);
  }
}
