/**
 * What hosts cost that a site makes up without end: `node bench/made-up-hosts.ts [--hosts 100000] [--days 1,64]`. Farms of
 * test/support/made-up-hosts.ts, crawled by the production pipeline under a clock that is held: requests, and writes of accounts
 * (of registered domains, and of what they lead to) and for hosts that are never asked for anything, after so many days.
 */
import { parseArgs } from 'node:util';
import { smallCrawl } from '../test/pipeline/small-crawl.ts';
import { countingWrites, farmPages, farmSeed, farms, farmWeb } from '../test/support/made-up-hosts.ts';
import { table } from './units-tables.ts';

const { values } = parseArgs({
  options: { hosts: { type: 'string', default: '100000' }, days: { type: 'string', default: '1,64' } },
});
const each = Math.ceil(Number(values.hosts) / farmPages);
const dayMs = 86_400_000;
const rows: string[][] = [];
for (const [name, farm] of Object.entries(farms)) {
  const counted = countingWrites();
  const crawl = await smallCrawl(farmWeb(farm, each), { seeds: [farmSeed], through: counted.through });
  let before = 0;
  for (const day of values.days.split(',').map(Number)) {
    const { user, system } = process.cpuUsage();
    await crawl.run((day - before) * dayMs - 1);
    before = day;
    const cpu = process.cpuUsage({ user, system });
    const { hosts = 0 } = crawl.stores.hosts.summary('birds') as { readonly hosts?: number };
    rows.push([
      name,
      String(day),
      String(hosts),
      String(crawl.requests.length),
      String(counted.accounts.size),
      String(counted.ofAccounts),
      (counted.ofHosts / Math.max(1, hosts)).toFixed(2),
      ((cpu.user + cpu.system) / 1_000_000).toFixed(1),
    ]);
    console.error(rows.at(-1)?.join(' | '));
  }
  crawl.close();
}
console.log(
  table(
    ['hosts', 'days', 'known', 'requests', 'accounts', 'their writes', 'other writes a host', 'CPU s'],
    rows,
  ),
);
