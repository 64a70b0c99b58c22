/**
 * An hour of crawl of hosts of all tempers, in time that passes as fast as it can: `node bench/politeness.ts [--hosts 200]
 * [--minutes 60] [--seed 1] [--ticks 0,10,5,2,1]`. Judged by the servers' log alone (test/support/polite-web/judge.ts): no
 * request early, and how much of the rate that its gap allows each host was asked at. A tick of 0 is the
 * clockwork of one machine; others are seconds between those of the deployed dispatcher, with what they cost.
 */
import { parseArgs } from 'node:util';
import { prices } from '../lib/domain/cost/aws-prices.ts';
import { type PoliteCrawled, politeCrawl } from '../test/support/polite-web/crawl.ts';
import { temperedHosts } from '../test/support/polite-web/traits.ts';

const { values } = parseArgs({
  options: {
    hosts: { type: 'string', default: '200' },
    minutes: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    ticks: { type: 'string', default: '0,10,5,2,1' },
  },
});
const hosts = Number(values.hosts);
const seed = Number(values.seed);
const lastsMs = Number(values.minutes) * 60_000;
const gaps = new Map(temperedHosts(hosts, seed).map(({ host, gapMs }) => [host, gapMs]));
const classes = [...new Set(gaps.values())].sort((a, b) => b - a);

const { perMillion } = prices;

/** Of a pass: the queue's attributes, the jobs, and the due index. A busy dispatcher runs its whole minute anyway. */
function dollarsPerMonth({ passes, dueQueries }: PoliteCrawled): number {
  const reads = passes + dueQueries;
  const millions = (count: number): number => (count / 1_000_000) * ((30 * 86_400_000) / lastsMs);
  return millions(passes) * perMillion['sqs.fifo'] + millions(reads) * perMillion['dynamodb.readUnits'];
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

console.log(
  `\n${hosts} hosts, ${values.minutes} minutes of crawl, seed ${seed}; random latencies, errors, Retry-After, Crawl-delay, outages of hosts and of their robots.txt.\n`,
);
const columns = ['clockwork', 'CPU s', 'requests', 'early', 'rate, worst', 'rate, median'];
console.log(
  `| ${[...columns, ...classes.map((gap) => `worst, gap ${gap / 1_000} s`), '$ a month'].join(' | ')} |`,
);
console.log(`|---|${'---:|'.repeat(columns.length + classes.length)}`);
let failed = false;
for (const tick of values.ticks.split(',').map(Number)) {
  const began = process.cpuUsage();
  const crawled = await politeCrawl({ hosts, seed, lastsMs, ...(tick > 0 && { tickMs: tick * 1_000 }) });
  const cpu = process.cpuUsage(began);
  const { rates, violations } = crawled;
  const worst = (gap: number): string => {
    const own = rates.find(({ host }) => gaps.get(host) === gap);
    return own === undefined ? '–' : percent(own.rate);
  };
  const cells = [
    tick === 0 ? 'one machine' : `dispatcher every ${tick} s`,
    (cpu.user / 1_000_000).toFixed(0),
    crawled.requests,
    violations.length,
    percent(rates[0]?.rate ?? 0),
    percent(rates[rates.length >> 1]?.rate ?? 0),
    ...classes.map(worst),
    tick === 0 ? '–' : dollarsPerMonth(crawled).toFixed(2),
  ];
  console.log(`| ${cells.join(' | ')} |`);
  for (const one of violations.slice(0, 10)) console.error(one);
  failed ||= violations.length > 0 || (tick === 0 && (rates[0]?.rate ?? 0) < 0.9);
}
if (failed) process.exitCode = 1;
