import { Duration } from 'aws-cdk-lib';
import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { metricDimension, metricNamespace } from '../../config/stack/names.ts';
import type { MetricName } from '../../domain/metrics/catalogue.ts';

/** A metric that the functions of a stack report, over a period. */
export function crawlMetric(
  stackName: string,
  metricName: MetricName,
  period: Duration,
  statistic: 'Sum' | 'Maximum' = 'Sum',
): Metric {
  return new Metric({
    namespace: metricNamespace,
    dimensionsMap: { [metricDimension]: stackName },
    metricName,
    period,
    statistic,
    label: metricName,
  });
}

/** With fewer pages in a period a share or a price means nothing. */
const enoughPages = 100;

/** What a thousand pages cost. */
export function dollarsPerThousandPages(stackName: string, period = Duration.hours(1)): MathExpression {
  return new MathExpression({
    expression: `IF(pages >= ${enoughPages}, 1000 * dollars / pages, 0)`,
    usingMetrics: {
      dollars: crawlMetric(stackName, 'Dollars', period),
      pages: crawlMetric(stackName, 'Pages', period),
    },
    period,
    label: '$ per 1,000 pages',
  });
}

/** The percentage of visits that were first ones and brought nothing new. */
export function fruitlessPercent(stackName: string, period = Duration.hours(1)): MathExpression {
  return new MathExpression({
    expression: `IF(pages >= ${enoughPages}, 100 * FILL(fruitless, 0) / pages, 0)`,
    usingMetrics: {
      fruitless: crawlMetric(stackName, 'FruitlessPages', period),
      pages: crawlMetric(stackName, 'Pages', period),
    },
    period,
    label: '% that brought nothing new',
  });
}

export interface RefusalLimits {
  readonly deniedPercent: number;
  readonly clientErrorPercent: number;
  readonly throttledPercent: number;
  readonly serverErrorPercent: number;
}

/** The largest share of refused visits in relation to its limit: above 1 at least one share exceeds its limit. */
export function refusals(
  stackName: string,
  limits: RefusalLimits,
  period = Duration.hours(1),
): MathExpression {
  const { deniedPercent, clientErrorPercent, throttledPercent, serverErrorPercent } = limits;
  const share = (id: string, percent: number) => `100 * FILL(${id}, 0) / pages / ${percent}`;
  const shares = [
    share('denied', deniedPercent),
    share('client', clientErrorPercent),
    share('throttled', throttledPercent),
    share('server', serverErrorPercent),
  ];
  return new MathExpression({
    expression: `IF(pages >= ${enoughPages}, MAX([${shares.join(', ')}]), 0)`,
    usingMetrics: {
      denied: crawlMetric(stackName, 'DeniedPages', period),
      client: crawlMetric(stackName, 'ClientErrors', period),
      throttled: crawlMetric(stackName, 'ThrottledPages', period),
      server: crawlMetric(stackName, 'ServerErrors', period),
      pages: crawlMetric(stackName, 'Pages', period),
    },
    period,
    label: 'refusals, of their limits',
  });
}
