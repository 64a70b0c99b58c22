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

On AWS functions log metrics once an invocation (CloudWatch's embedded metric format): namespace \`Winnow\`, dimension the stack, no zeros. A
metric costs $0.30 a month there, by hours with values. On one machine \`winnow crawl --watch\` serves them at
\`http://127.0.0.1:8643/metrics\`, where \`DueLagSeconds\` is \`winnow_due_lag_seconds\`, and counters end with \`_total\`. \`winnow metrics\`
(\`--json\`, \`--prometheus\`) prints what the stores of a job tell, \`asked\` included. Alarms: [runbook.md](runbook.md).

## OpenTelemetry

Where the crawling program has registered an SDK, turns are spans, with visits, HTTP requests and commits within (semantic conventions, no
credentials), and meters have these metrics (\`winnow.due_lag\`). Else nothing is loaded. \`NODE_OPTIONS='--import ./sdk.mjs' winnow crawl\`
registers it in each thread, on AWS a layer. Crawled hosts see nothing of it.

## List

| name | kind | said by | what |
|---|---|---|---|
`;

const foot = `
The same words everywhere:

- **Records**: contents of the collection now. **Kept**: pages that brought a new content since the job was made; never falls.
- **Judged**: pages that were kept, off topic, or brought known content, each at its first verdict; one that was gone in between counts
  anew. **Harvest**: kept / judged; *lately*: of the last 50 pages judged, or a few more. A report's mean relevance is that of
  their scores.
- **Pending**: URLs that wait for their first visit. **Visited**: URLs that were. **Fetched**: visits, whatever came of them.
`;
