import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import type { CanonicalUrl } from '../../lib/base/url/url.ts';
import { defaultUrlSettings } from '../../lib/base/url/url-settings.ts';
import { readPage } from '../../lib/domain/reading/read-page.ts';

it('what is kept of a page does not keep the page itself in memory', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const filler = `<!--${'x'.repeat(1_000_000)}-->`;
  const page = (i: number) =>
    Buffer.from(
      `${filler}<html lang="en-GB-x-private-use"><title>The title of page number ${i}</title><meta name="a-rather-long-name" content="a rather long content">
       <h1>A rather long heading</h1><a href="http://example.org/a/rather/long/path/${i}">a rather long anchor text</a>
       <a href="/another/rather/long/path">x</a><a href="relative/rather/long/path" rel="a-rather-long-relation">y</a>`,
    );
  const kept: unknown[] = [];
  const keep = (i: number) => {
    const result = readPage({
      url: 'http://example.org/' as CanonicalUrl,
      body: page(i),
      contentType: 'text/html',
      urlSettings: defaultUrlSettings,
      extract: [{ field: 'h', selector: 'h1', type: 'string', many: false }],
      product: 'winnow',
    });
    kept.push(result);
  };
  keep(0);
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let i = 1; i <= 30; i++) keep(i);
  collect();
  // Thirty pages of a megabyte each; what was read of them is a few kilobytes each.
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(3_000_000);
  expect(kept.length).toBe(31);
});
