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
\`asked\`: not in CloudWatch; \`winnow metrics\` and \`/metrics\` say it. A metric costs $0.30 a month there, by the hours in
which it has values. What rings when, and what to do then: [runbook.md](runbook.md).
`;
