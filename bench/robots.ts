/**
 * Checks of robots.txt a second on one core, with a file that is parsed once: `node bench/robots.ts [CHECKS]`. Beside
 * them the package robots-parser, which looks at every rule, and files that were made to be slow. Best of five rounds.
 */
import robotsParser from 'robots-parser';
import type { CanonicalUrl } from '../lib/base/url/url.ts';
import { parseRobots } from '../lib/rules/robots.ts';

const checks = Number(process.argv[2] ?? 200_000);
const site = 'https://www.example.org';
const agent = 'Winnow';

interface Parsed {
  isAllowed(url: string, agent: string): boolean | undefined;
}
const parse = robotsParser as unknown as (url: string, text: string) => Parsed;

/** Rules as real files have them: four of five are prefixes, one has a wildcard. */
function mixed(n: number): string {
  if (n % 5 > 0) return `Disallow: /section-${n % 40}/folder-${n}/`;
  return n % 10 > 0 ? `Disallow: /*/private-${n}` : `Allow: /section-${n % 40}/*.html$`;
}

const files: readonly (readonly [name: string, text: string])[] = [
  ['50 rules', fileOf(50, mixed)],
  ['500 rules', fileOf(500, mixed)],
  ['500 rules, each with a wildcard', fileOf(500, (n) => `Disallow: /*/part-${n}/*.html$`)],
  ['20,000 rules', fileOf(20_000, mixed)],
  ['500 KB of *a*a', fileOf(30_000, () => 'Disallow: *a*a*z')],
];
/** Each name has all the rules: the package does not come to an end with it. */
const poison = [
  ...Array.from({ length: 10_000 }, (_, n) => `User-agent: bot${n}`),
  ...Array.from({ length: 10_000 }, (_, n) => `Disallow: /${n}`),
].join('\n');

const urls = Array.from(
  { length: 1_000 },
  (_, n) => `${site}/section-${n % 50}/folder-${n}/page-${n * 7}.html?id=${n}&lang=en` as CanonicalUrl,
);

console.log(`${checks.toLocaleString('en')} checks of 1,000 URLs; per second of one core`);
console.log(
  `${''.padEnd(36)}${['parse, ms', 'Winnow', 'robots-parser'].map((head) => head.padStart(16)).join('')}`,
);
for (const [name, text] of files) {
  const theirs = parse(`${site}/robots.txt`, text);
  row(
    name,
    text,
    rate(Math.min(checks, 2_000), (url) => theirs.isAllowed(url, agent)),
  );
}
row('500 KB of names and their rules', poison, '–');

function row(name: string, text: string, theirs: string): void {
  const began = process.cpuUsage();
  const robots = parseRobots(site, text);
  robots.verdict(urls[0] as CanonicalUrl, agent);
  const parsing = (cpu(began) * 1_000).toFixed(1);
  const ours = rate(checks, (url) => robots.verdict(url, agent));
  console.log(`${name.padEnd(36)}${[parsing, ours, theirs].map((cell) => cell.padStart(16)).join('')}`);
}

function fileOf(rules: number, rule: (n: number) => string): string {
  return ['User-agent: *', ...Array.from({ length: rules }, (_, n) => rule(n))].join('\n');
}

/** Stops a round after a second: of what is slow, few are enough. */
function rate(wanted: number, check: (url: CanonicalUrl) => unknown): string {
  let best = 0;
  for (let round = 0; round < 5; round++) {
    const began = process.cpuUsage();
    let done = 0;
    while (done < wanted && (done % 10 > 0 || cpu(began) < 1))
      check(urls[done++ % urls.length] as CanonicalUrl);
    best = Math.max(best, done / cpu(began));
  }
  return Math.round(best).toLocaleString('en');
}

function cpu(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1e6;
}
