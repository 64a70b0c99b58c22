/**
 * Weeks of simulated time on the production code: `npm run month -- [--seed N] [--seeds N] [--hosts 10] [--pages 30] [--days 30]
 * [--every 1.5] [--quiet]`. A continuous crawl under a held clock on the embedded stores, of a web whose pages change, vanish, come back,
 * become noindex, off topic or redirected, and have each other's texts; whose hosts are down, busy or deny everything for a while; with
 * recycling, reharvests, pauses, changed settings, crashes and redeliveries, drawn from the seed. Prints what happened, what `sanity`
 * said at each stop, what the web's own log says of politeness and of freshness. Ends with 1 when anything was wrong.
 * `--quiet`: nothing of the web changes but the content of its pages.
 */
import { parseArgs } from 'node:util';
import { type MonthCrawl, monthCrawl } from '../test/support/long-crawl/month-crawl.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '1' },
    hosts: { type: 'string', default: '10' },
    pages: { type: 'string', default: '30' },
    days: { type: 'string', default: '30' },
    every: { type: 'string', default: '1.5' },
    quiet: { type: 'boolean', default: false },
  },
});

function print(seed: number, crawl: MonthCrawl, seconds: number): boolean {
  const { web, stops, events, told, measured, ...found } = crawl;
  const { fresh, ideal, perDay, wanted, pages } = measured;
  const statuses = [...Map.groupBy(web.log, ({ status }) => status)].sort(([a], [b]) => a - b);
  const conditional = web.log.filter((request) => request.conditional).length;
  const counted = (counts: Readonly<Record<string, number>>): string =>
    Object.entries(counts)
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([what, times]) => `${what} ${times}`)
      .join(', ');
  console.log(`seed ${seed}: ${values.days} days of ${web.pages.size} pages in ${seconds.toFixed(0)} s`);
  console.log(`  happened: ${counted(events)}`);
  console.log(
    `  requests: ${web.log.length}, ${conditional} conditional; ${statuses.map(([status, some]) => `${status === 0 ? 'no answer' : status} ${some.length}`).join(', ')}`,
  );
  console.log(`  told: ${counted(told)}`);
  console.log(
    `  fresh ${fresh.toFixed(3)}, ideal ${ideal.toFixed(3)}, so ${(fresh / ideal).toFixed(3)} of it, on ${pages} pages; visits a day ${perDay.toFixed(0)}, planned for ${wanted.toFixed(0)}`,
  );
  const wrong = Object.entries(found).flatMap(([what, list]) => list.map((one) => `${what}: ${String(one)}`));
  if (fresh < 0.9 * ideal) wrong.push('freshness: not within a tenth of the ideal');
  console.log(
    `  sanity at ${stops} stops, politeness, failures, what it holds: ${wrong.length === 0 ? 'nothing wrong' : `${wrong.length} wrong`}`,
  );
  for (const one of wrong.slice(0, 20)) console.log(`    ${one}`);
  return wrong.length === 0;
}

for (let index = 0; index < Number(values.seeds); index += 1) {
  const seed = Number(values.seed) + index;
  const begun = performance.now();
  const crawl = await monthCrawl({
    ...{ seed, hosts: Number(values.hosts), pages: Number(values.pages), days: Number(values.days) },
    ...{ everyDays: Number(values.every), varied: !values.quiet },
  });
  if (!print(seed, crawl, (performance.now() - begun) / 1_000)) process.exitCode = 1;
}
