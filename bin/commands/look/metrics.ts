import { metrics as catalogue } from '../../../lib/capabilities/metrics.ts';
import { prometheusText } from '../../../lib/domain/metrics/prometheus.ts';
import { jobFigures } from '../../../lib/pipeline/report/job-figures.ts';
import type { DefineCommand } from '../../define-command.ts';
import { json } from '../../render/base/json.ts';
import { renderFigures } from '../../render/look/metrics.ts';
import { addTargetOptions, type TargetOptions, withJob } from '../base/context.ts';

interface MetricsOptions extends TargetOptions {
  readonly prometheus?: true;
}

export const metrics: DefineCommand = (command, io) => {
  addTargetOptions(command)
    .option('--prometheus', 'print metrics in the text format of Prometheus')
    .action(async (options: MetricsOptions) => {
      const { job, figures } = await withJob(options, 'guest', 'refresh', async ({ crawl }) => ({
        job: crawl.name,
        figures: jobFigures(await crawl.status()),
      }));
      if (options.prometheus) return io.out(prometheusText(job, figures, catalogue));
      io.out(options.json === true ? json({ job, metrics: figures }) : renderFigures(figures));
    });
};
