import { metrics, prometheusName } from './catalogue.ts';
import { metricNames } from './metric-units.ts';

/** `docs/metrics.md`. */
export function metricsPage(): string {
  const rows = metricNames.map((name) => {
    const { unit, kind, by, what } = metrics[name];
    return `| \`${name}\` | \`${prometheusName(name)}\` | ${unit === 'None' ? 'dollars' : unit.toLowerCase()} | ${kind} | ${by} | ${what} |`;
  });
  return `${head}${rows.join('\n')}\n${foot}`;
}

const head = `<!-- Made from lib/domain/metrics/catalogue.ts by \`npm run docs\`. -->
# Metrics

One list of names for everything. On AWS the functions say theirs once an invocation, in CloudWatch's embedded metric
format in the line that they log anyway: no request more, the namespace is \`Winnow\`, and the only dimension the stack.
Zeros are not said, so that a stack at rest has no metric to pay for. On one machine \`winnow crawl --watch\` serves
them at \`http://127.0.0.1:8643/metrics\` for Prometheus. \`winnow metrics\` prints those of a job on either, as far as they
can be told from what is stored; \`--json\` by their names, \`--prometheus\` as Prometheus reads them.

| name | for Prometheus | unit | kind | said on AWS by | what |
|---|---|---|---|---|---|
`;

const foot = `
Words that mean the same wherever they stand, in \`winnow status\`, reports, metrics and the widgets of the console:

- **Records**: contents of the collection now, those that at least one URL leads to. They fall when pages go or a host is purged.
- **Kept**: pages that brought a new content into the collection since the job was made. The number does not fall when pages leave
  the collection.
- **Judged**: pages that were kept, were off topic, or brought content that was known. A page counts once, at its first verdict,
  however often it is visited and whether it changes; one that was gone in between counts anew. **Harvest**: kept / judged; *lately*: of the
  last 50 pages judged, or a few more. The mean relevance in a report is another figure: how relevant pages are by their scores.
- **Pending**: URLs that wait for their first visit. **Visited**: URLs that were. **Fetched**: visits, whatever came of them.

\`asked\`: not in CloudWatch; \`winnow metrics\` and \`/metrics\` say it. A metric costs $0.30 a month there, by the hours in
which it has values. What rings when, and what to do then: [runbook.md](runbook.md).
`;
