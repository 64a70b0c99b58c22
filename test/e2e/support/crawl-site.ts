import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import { type Expected, type GeneratedSite, generatedSite } from '../../support/web/generated-site.ts';
import { type Collection, classOf } from './collection.ts';

/** How much every runtime must make the same collection of. */
export const siteSize =
  process.env.WINNOW_TEST_FULL === '1' ? { hosts: 20, pages: 2_000 } : { hosts: 10, pages: 300 };

/** The site that every runtime must make the same collection of. */
export function crawlSite(): GeneratedSite {
  return generatedSite({ ...siteSize, seed: 2_026 });
}

/**
 * Where a collection is not what a crawl of the whole site must bring, in words, URL by URL; empty when it is:
 * the same URLs, each with its class of outcome, equal pages on one record, different pages on different ones.
 */
export function differences(collection: Collection, site: GeneratedSite, port: number): readonly string[] {
  const expected = site.expected(port);
  const wrong: string[] = [];
  const md5s = new Map<number, string>();
  const groups = new Map<string, number>();
  for (const [url, want] of expected) {
    const found = collection.get(url);
    if (found === undefined) {
      wrong.push(`${url}: expected ${want.kind}, never found`);
      continue;
    }
    if (classOf(found.outcome) !== want.kind) {
      wrong.push(`${url}: expected ${want.kind}, is ${found.outcome} ${found.detail ?? ''}`);
    } else if (want.kind === 'redirected' && found.detail !== want.to) {
      wrong.push(`${url}: leads to ${want.to}, is said to lead to ${found.detail}`);
    } else if (want.kind === 'content') {
      const { md5 = 'none' } = found;
      const sibling = md5s.get(want.group) ?? md5;
      const other = groups.get(md5) ?? want.group;
      if (sibling !== md5) wrong.push(`${url}: has record ${md5}, its equal has ${sibling}`);
      if (other !== want.group) wrong.push(`${url}: shares record ${md5} with a different page`);
      md5s.set(want.group, md5);
      groups.set(md5, want.group);
    }
  }
  for (const url of collection.keys()) if (!expected.has(url)) wrong.push(`${url}: is not of the site`);
  return wrong;
}

/** The number of different contents of a site: of records of a whole crawl. */
export function contentsOf(expected: ReadonlyMap<CanonicalUrl, Expected>): number {
  return new Set([...expected.values()].flatMap((one) => (one.kind === 'content' ? [one.group] : []))).size;
}
