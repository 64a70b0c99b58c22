import { expect, it } from 'vitest';
import { sqlTables } from '../../../lib/capabilities/sql/tables.ts';
import { regionFields } from '../../../lib/domain/yield/region-table.ts';
import { viewed } from '../../support/viewed.ts';

const region = (name: string) => ({
  ...{ name, fetched: 10, brought: 1, relevant: 0, bears: 1.25, feeds: true },
  ...{ mean: 0.1, bound: 0.2 },
});

function said(...names: readonly string[]): Promise<string> {
  const regions = names.map(region);
  const report = {
    hosts: [{ host: 'owls.example', fetched: 20, held: 0, regions, more: 0 }],
    more: 0,
    hasTopic: false,
  };
  return viewed('regions', report);
}

it('a table of regions says what the signs in their names mean, and only of those that it has', async () => {
  expect(await said('/archive/Y/#/', '/shop?id^')).toMatch(
    /\n\nIn names: # a number, Y a year, \^ its page was met under another id\.\n$/,
  );
  expect(await said('/My/Yard/*.html', '/a/~')).toMatch(/\n\nIn names: ~ an id, \* words\.\n$/);
  expect(await said('/shop?2+')).toMatch(/\n\nIn names: \+ so many parameters or more\.\n$/);
  expect(await said('/Yes/', '/shop?colour')).not.toContain('In names');
});

it('a table of regions says what each bears, whether it ends, since when it is held, when it is tried, and what lifts the hold', async () => {
  const held = {
    ...region('/trap/#'),
    held: 'barren',
    heldSince: 1_764_000_000_000,
    retryAt: 57,
    lifts: 'It goes on when pigs fly',
  };
  const report = {
    hosts: [{ host: 'owls.example', fetched: 20, held: 45, regions: [held], more: 0 }],
    more: 0,
  };
  const text = await viewed('regions', { ...report, hasTopic: true });
  expect(text).toContain('owls.example: 20 first visits, 45 URLs held');
  expect(text).toMatch(
    /\/trap\/# +10 +1 +0 +1\.3 +feeds on itself +0\.10 +0\.20 +barren, since 2025-11-24 16:00:00 +after 37 more fetches of the host, or a day/,
  );
  expect(text).toContain('barren: It goes on when pigs fly.');
});

it('a table of regions says what its columns mean, in the words of the tables for SQL', async () => {
  const text = await said('/trap/#');
  for (const { title, says } of [regionFields.bears, regionFields.feeds, regionFields.retryAt]) {
    expect(text).toContain(`${title}: ${says}`);
    expect(sqlTables.regions.columns.some(({ description }) => description.startsWith(says))).toBe(true);
  }
  expect(text).not.toContain(regionFields.relevant.says);
});
