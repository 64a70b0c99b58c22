/**
 * What servers did according to public reports of other crawlers, parsers and readers, rebuilt on loopback and crawled:
 * `node bench/reports.ts`. Prints a table of bench/results/reports.md and exits with 1 where something is wrong.
 */
import { crawlReports } from './reports/crawl-reports.ts';
import { ends } from './reports/ends.ts';
import { heads } from './reports/heads.ts';
import { links } from './reports/links.ts';
import { owners } from './reports/owners.ts';
import { redirects } from './reports/redirects.ts';
import { pages } from './reports/shown.ts';

const kinds = { heads, ends, redirects, owners, links, pages };
const inputs = Object.values(kinds).flat();
const faults = await crawlReports(inputs);
const wrong = inputs.filter(({ name }) => faults.get(name)?.length !== 0);

console.log(`${inputs.length} reports, ${inputs.length - wrong.length} right\n`);
for (const [kind, some] of Object.entries(kinds)) {
  console.log(`| ${kind}: the server … | right | by | found |\n|---|---|---|---|`);
  for (const { name, source, does, by } of some) {
    const thread = source.replace('#', '/issues/');
    const found = faults.get(name) ?? [];
    const result = found.length === 0 ? 'right' : `**wrong**: ${found.join('; ')}`;
    console.log(`| \`${name}\` ${does} | [${source}](https://github.com/${thread}) | ${by} | ${result} |`);
  }
  console.log('');
}
process.exitCode = wrong.length === 0 ? 0 : 1;
