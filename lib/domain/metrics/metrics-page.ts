import type { Catalogue } from './catalogue.ts';

/** `docs/metrics.md`. */
export function metricsPage(catalogue: Catalogue): string {
  const rows = Object.entries(catalogue).map(([name, { unit, kind, by, what }]) => {
    const counted = unit === 'Count' ? '' : `, ${unit === 'None' ? 'dollars' : unit.toLowerCase()}`;
    return `| \`${name}\` | ${kind}${counted} | ${by} | ${what} |`;
  });
  return `${head}${rows.join('\n')}\n${foot}`;
}

const head = `<!-- Made from lib/domain/metrics/catalogue.ts by \`npm run docs\`. -->
# Metrics

On AWS the functions say metrics once an invocation, in a line that they log anyway (CloudWatch's embedded metric format): the namespace is
\`Winnow\`, the only dimension the stack, and zeros are not said. A metric costs $0.30 a month there, by the hours in which it has
values. On one machine \`winnow crawl --watch\` serves them at \`http://127.0.0.1:8643/metrics\`, where \`DueLagSeconds\` is
\`winnow_due_lag_seconds\`, and counters end with \`_total\`. \`winnow metrics\` (\`--json\`, \`--prometheus\`) prints those of a job, as far as
they can be told from what is stored. What is \`asked\` is not in CloudWatch: these two say it. When alarms ring: [runbook.md](runbook.md).

| name | kind | said by | what |
|---|---|---|---|
`;

const foot = `
The same words in \`winnow status\`, reports, metrics and widgets:

- **Records**: contents of the collection now. **Kept**: pages that brought a new content since the job was made; this never falls.
- **Judged**: pages that were kept, off topic, or brought known content, each at its first verdict; one that was gone in between counts
  anew. **Harvest**: kept / judged; *lately*: of the last 50 pages judged, or a few more. The mean relevance in a report is another
  figure: how relevant pages are by their scores.
- **Pending**: URLs that wait for their first visit. **Visited**: URLs that were. **Fetched**: visits, whatever came of them.
`;
