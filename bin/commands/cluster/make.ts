import { type Command, Option } from 'commander';
import { defined } from '../../../lib/base/defined.ts';
import { WinnowError } from '../../../lib/base/error.ts';
import { readText } from '../../../lib/config/file/read-config.ts';
import {
  type ClusteredIndex,
  type ClusterMeasure,
  clusterIndex,
  clusteringInput,
  clusterMeasures,
  clusterMining,
  defaultMethod,
  describeClusters,
  type MethodName,
  methodNames,
  readClustering,
  type TextIndex,
  writeClustering,
} from '../../../lib/topic/cluster.ts';
import { writeClusterModel } from '../../../lib/topic/models.ts';
import type { Io } from '../../io.ts';
import { json } from '../../render/base/json.ts';
import { clusterRows, renderMade } from '../../render/cluster/clusters.ts';
import { addTargetOptions } from '../base/context.ts';
import { writeBytes } from '../base/files.ts';
import { appendValue, fractionArgument, wholeArgument } from '../base/values.ts';
import { today } from '../taxonomy/work-file.ts';
import { type AutoInOptions, openAutoIn } from './auto-in.ts';
import { readIndexFile } from './index-file.ts';
import { addMiningOptions, type MiningChoice, miningOf, timeLimit } from './mining-options.ts';

interface MakeOptions extends AutoInOptions, MiningChoice {
  readonly index: string;
  readonly model: string;
  readonly method: MethodName;
  readonly clusters?: number;
  readonly minClusterSupport: number;
  readonly measure: ClusterMeasure;
  readonly clustering?: string;
  readonly writeClustering?: string;
  readonly date: string;
}

/** Fewer pages have nothing in common that others could be compared with. */
const leastPages = 2;

export function defineMake(command: Command, io: Io): void {
  addMiningOptions(addTargetOptions(command.command('make')), clusterMining)
    .description('make clusters of the pages of an index, and a model of them for topic.clusters')
    .requiredOption('--index <file>', "read the index <file> of 'cluster index'")
    .requiredOption('--model <file>', 'write the model to <file>')
    .option(
      '--auto-in <file>',
      'count the URLs in <file>, one a line, as auto-in (may be repeated)',
      appendValue,
    )
    .option('--examples', "count the job's examples that are in, and what its rules put in, as auto-in")
    .addOption(
      new Option('--method <name>', 'make clusters by <name>').choices(methodNames).default(defaultMethod),
    )
    .option('--clusters <number>', 'make <number> clusters, 1 to 1000', wholeArgument(1, 1_000))
    .option(
      '--min-cluster-support <part>',
      'call terms frequent in a cluster that at least this part of its pages has, 0 to 1',
      fractionArgument,
      0.25,
    )
    .addOption(
      new Option('--measure <name>', 'judge pages by their TF-IDF distance, or by the score of FIHC')
        .choices(clusterMeasures)
        .default('tf-idf'),
    )
    .addOption(
      new Option(
        '--clustering <file>',
        'read the clusters from <file>, which another program has made',
      ).conflicts(['method', 'clusters']),
    )
    .option('--write-clustering <file>', 'also write which page is in which cluster to <file>')
    .option('--date <date>', 'store <date> in the model', today())
    .action((options: MakeOptions) => make(options, io));
}

async function make(options: MakeOptions, io: Io): Promise<void> {
  const { index } = readIndexFile(options.index);
  if (index.documents.length < leastPages)
    throw new WinnowError(
      'usage',
      `${options.index} has ${index.documents.length} pages: index at least ${leastPages}`,
    );
  const isAutoIn = await openAutoIn(options);
  const started = performance.now();
  const clustered = clustersOf(index, options);
  const model = describeClusters(index, clustered, {
    isAutoIn,
    measure: options.measure,
    date: options.date,
  });
  const seconds = (performance.now() - started) / 1_000;
  if (model.clusters.length === 0)
    throw new WinnowError('config', `${options.index}: no page is like another; try a smaller --min-support`);
  const bytes = writeClusterModel(model);
  writeBytes(options.model, bytes);
  if (options.writeClustering !== undefined)
    writeBytes(options.writeClustering, writeClustering(clustered.clustering, index));
  const { method, iterations, assignment } = clustered.clustering;
  const { itemSets, ...mined } = clustered.input.itemSets();
  const report = {
    ...{ model: options.model, bytes: bytes.length, method, iterations, seconds },
    ...{ pages: model.documents, autoIn: model.autoIn },
    unclassified: assignment.filter((cluster) => cluster < 0).length,
    itemSets: { ...mined, found: itemSets.length },
    clusters: clusterRows(model),
  };
  io.out(options.json === true ? json(report) : renderMade(report));
}

function clustersOf(index: TextIndex, options: MakeOptions): ClusteredIndex {
  const { method, clusters, minClusterSupport, clustering } = options;
  const chosen = {
    ...{ minClusterSupport, mining: miningOf(options), isTimeUp: timeLimit() },
    ...defined({ clusters }),
  };
  if (clustering === undefined) return clusterIndex(index, method, chosen);
  return {
    input: clusteringInput(index, chosen),
    clustering: readClustering(readText(clustering), index, clustering),
  };
}
