import type { Command } from 'commander';
import { readClusterModel } from '../../../lib/topic/models.ts';
import type { Io } from '../../io.ts';
import { json } from '../../render/base/json.ts';
import { clusterRows, renderModel } from '../../render/cluster/clusters.ts';
import { readBytes } from '../base/files.ts';

export function defineShow(command: Command, io: Io): void {
  command
    .command('show')
    .description('list the clusters of a model: what they have in common, and how much of each is auto-in')
    .argument('<model>', 'the file of the model')
    .option('--json', 'print JSON')
    .action((file: string, options: { readonly json?: boolean }) => {
      const model = readClusterModel(readBytes(file), file);
      const { method, measure, date, documents: pages, autoIn } = model;
      const report = { model: file, method, measure, date, pages, autoIn, clusters: clusterRows(model) };
      io.out(options.json === true ? json(report) : renderModel(report));
    });
}
