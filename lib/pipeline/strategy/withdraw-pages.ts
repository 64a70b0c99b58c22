import { settle, takeVisits, visitsOf } from '../../domain/frontier/body.ts';
import type { CrawlingContext } from '../../domain/strategy/context.ts';
import type { CanonicalUrl } from '../../domain/url/url.ts';
import { segmentReader } from '../frontier/segment-reader.ts';
import type { Turn } from '../turn/turn.ts';

/** Takes loaded pages out of the collection. They are not visited again. */
export async function withdrawPages(
  { ports, key, body, harvest }: Turn,
  context: CrawlingContext,
  pages: ReadonlyMap<CanonicalUrl, string>,
): Promise<void> {
  if (pages.size === 0) return;
  const read = segmentReader(ports, key);
  const at = ports.clock.now();
  const entries = [...(await visitsOf(body, [...pages.keys()], read)).values()];
  for (const { visit } of await takeVisits(body, entries, read)) {
    const { md5, next: _, judged: _judged, ...rest } = visit;
    if (md5 !== undefined) harvest.removals.push({ md5, url: visit.url, cause: 'withdrawn', at });
    context.metrics.withdrawn++;
    const detail = `strategy: ${context.name}: ${pages.get(visit.url)}`;
    // The changed time distinguishes the visit from the copy that it may leave behind in a segment.
    settle(body, { ...rest, at: visit.at + 1, outcome: 'denied', detail });
  }
}
