import { decodeLinkLines } from '../../base/links/link-segment.ts';
import type { Ports } from '../../ports/ports.ts';
import type { ClassCensus } from '../../topic/explain.ts';

/** Segments that are listed at once. */
const listed = 200;
const keptOutcomes: ReadonlySet<string> = new Set(['stored', 'duplicate', 'unchanged']);

/**
 * For each class, how many pages of a job had it as their best, by the link log, which has every page with links. A page
 * counts once, as it was last seen. Reads the whole log: for people, not for a hot path.
 */
export async function topicCensus(ports: Pick<Ports, 'links'>, job: string): Promise<readonly ClassCensus[]> {
  const pages = new Map<string, { readonly at: number; readonly id: string; readonly kept: boolean }>();
  for (let after: string | undefined; ; ) {
    const ids = await ports.links.kept(job, listed, after);
    for (const id of ids) {
      const bytes = await ports.links.read(job, id);
      if (bytes === undefined) continue;
      for (const { url, at, best, outcome } of decodeLinkLines(Buffer.from(bytes).toString())) {
        if (best === undefined || (pages.get(url)?.at ?? 0) > at) continue;
        pages.set(url, { at, id: best, kept: keptOutcomes.has(outcome) });
      }
    }
    after = ids.at(-1);
    if (ids.length < listed) break;
  }
  const census = new Map<string, { kept: number; refused: number }>();
  for (const { id, kept } of pages.values()) {
    const counts = census.get(id) ?? { kept: 0, refused: 0 };
    counts[kept ? 'kept' : 'refused'] += 1;
    census.set(id, counts);
  }
  return [...census].map(([id, counts]) => ({ id, ...counts })).sort((a, b) => (a.id < b.id ? -1 : 1));
}
