import { copyFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { crawlExample } from '../../../bin/commands/crawl/crawl-example.ts';
import type { CrawlReport } from '../../../lib/runtime/shared/installation.ts';
import { testIo, winnow } from '../test-io.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'winnow-example-'));

describe('the example', () => {
  it('is served and crawled, and says what was found, where it lies and what to try next', async () => {
    const { io, said } = testIo();
    await crawlExample({}, { io, ended: () => undefined }, dataDir);
    expect(said.out).toContain('Nothing more is due.');
    expect(said.out).toMatch(
      /of these +44 stored, 2 duplicate, \d+ redirected, 7 off-topic, \d+ denied, 1 gone/,
    );
    expect(said.out).toMatch(/records +\d{2}\n/);
    expect(said.out).toMatch(new RegExp(`documents +${dataDir}`));
    expect(said.out).toContain('winnow records --job examples');
    expect(said.out).toContain('crawl --seed https://');
  });

  it('keeps pages about carnivorous plants, a PDF among them, and none about model railways', async () => {
    const file = join(dataDir, 'job.yaml');
    const text = readFileSync(new URL('../../../examples/job.yaml', import.meta.url), 'utf8');
    writeFileSync(file, text.replace('data: data', 'data: .'));
    copyFileSync(new URL('../../../examples/topic.txt', import.meta.url), join(dataDir, 'topic.txt'));
    const ask = async (question: string) => (await winnow(['sql', '--job', file, '--csv', question])).out;
    expect(await ask("SELECT on_topic FROM pages WHERE url LIKE 'http://trains.%'")).toMatch(
      /^on_topic(\s+0){6}\s*$/,
    );
    expect(await ask("SELECT on_topic FROM pages WHERE url LIKE '%.pdf'")).toMatch(/^on_topic\s+1\s*$/);
    const { out } = await winnow(['records', '--job', file, '--topic', '--limit', '2']);
    expect(out).toMatch(/^record +size +type +depth +score +class +title/);
    expect(out).toMatch(/^[0-9a-f]{32} .* [1-9]\d+ +(TRAPS|BOGS|PLANTS) /m);
    expect(out).toContain('--topic --cursor');
    // A picture is outside of the scope, and no URL that somebody has missed.
    for (const command of ['hubs', 'ranks'])
      expect(
        (await winnow([command, '--job', file, ...(command === 'ranks' ? ['--unvisited'] : [])])).out,
      ).not.toContain('.png');
    const report = join(dataDir, 'report.html');
    expect(await winnow(['report', '--job', file, '--out', report])).toMatchObject({ exit: 0 });
    const page = readFileSync(report, 'utf8');
    for (const shown of ['off-topic', 'TRAPS', 'trains.localhost']) expect(page).toContain(shown);
  });

  it('is looked at again a second time, and nothing has changed', async () => {
    const { io, said } = testIo();
    await crawlExample({ json: true }, { io, ended: () => undefined }, dataDir);
    const { outcomes, status } = JSON.parse(said.out) as CrawlReport;
    expect(outcomes.stored).toBeUndefined();
    expect(outcomes.unchanged).toBe((status.records ?? 0) + 2);
  });
});
