import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { crawlExample } from '../../../bin/commands/crawl/crawl-example.ts';
import type { CrawlReport } from '../../../lib/runtime/shared/installation.ts';
import { testIo } from '../test-io.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'winnow-example-'));

describe('the example', () => {
  it('is served and crawled, and says what was found, where it lies and what to try next', async () => {
    const { io, said } = testIo();
    await crawlExample({}, io, dataDir);
    expect(said.out).toContain('Nothing more is due.');
    expect(said.out).toMatch(/of these +\d+ stored, 2 duplicate, \d+ redirected, \d+ denied, 1 gone/);
    expect(said.out).toMatch(/records +\d{2}\n/);
    expect(said.out).toMatch(new RegExp(`documents +${dataDir}`));
    expect(said.out).toContain('winnow records --job examples');
    expect(said.out).toContain('crawl --seed https://');
  });

  it('is looked at again a second time, and nothing has changed', async () => {
    const { io, said } = testIo();
    await crawlExample({ json: true }, io, dataDir);
    const { outcomes, status } = JSON.parse(said.out) as CrawlReport;
    expect(outcomes.stored).toBeUndefined();
    expect(outcomes.unchanged).toBe((status.records ?? 0) + 2);
  });
});
