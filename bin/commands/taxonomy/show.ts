import type { Command } from 'commander';
import { loadJob } from '../../../lib/config/job/load-job.ts';
import type { TaxonomyWork } from '../../../lib/topic/models.ts';
import { taxonomyOf } from '../../../lib/topic/settings.ts';
import { examplesWithin } from '../../../lib/topic/train.ts';
import type { Io } from '../../io.ts';
import { json } from '../../render/base/json.ts';
import { renderTree } from '../../render/topic/taxonomy.ts';
import { openTaxonomyFile, requireClass } from './work-file.ts';

interface ShowOptions {
  readonly job?: string;
  readonly examples?: boolean;
  readonly json?: boolean;
}

export function defineShow(command: Command, io: Io): void {
  command
    .command('show')
    .description('print the classes as a tree, with the number of examples of each')
    .argument('<model>', 'the file of the taxonomy')
    .argument('[class]', 'print only this class and the classes below it')
    .option('--job <dir>', 'also print the marks of the job in <dir>')
    .option('--examples', 'also print the names of the examples')
    .option('--json', 'print JSON')
    .action(async (file: string, within: string | undefined, options: ShowOptions) => {
      const work = await openTaxonomyFile(file);
      const top = within === undefined ? '/' : requireClass(work, within);
      const marks = options.job === undefined ? undefined : taxonomyOf(loadJob(options.job).settings.topic);
      const classes = shownClasses(work).map((one) => ({
        ...one,
        ...(marks?.good.includes(one.path) ? { mark: 'good' as const } : {}),
        ...(marks?.crawlOnly.includes(one.path) ? { mark: 'crawl-only' as const } : {}),
        ...(options.examples === true
          ? { names: work.set.examples.filter(({ path }) => path === one.path).map(({ name }) => name) }
          : {}),
      }));
      io.out(options.json === true ? json(classes) : renderTree(classes, top));
    });
}

/** The classes in the order of the tree, each with its own examples and those within it. */
export function shownClasses({ taxonomy: { tree } }: Pick<TaxonomyWork, 'taxonomy'>) {
  const sums = examplesWithin(tree);
  return tree.map(({ path, name, examples }, place) => ({
    path,
    name,
    examples,
    within: sums[place] as number,
  }));
}
