import type { Command } from 'commander';
import { WinnowError } from '../../../lib/base/error.ts';
import { suggestMarks } from '../../../lib/topic/explain.ts';
import { taxonomyOf } from '../../../lib/topic/settings.ts';
import type { Io } from '../../io.ts';
import { json } from '../../render/base/json.ts';
import { renderSuggestions } from '../../render/topic/taxonomy.ts';
import { addTargetOptions, type TargetOptions, withJob } from '../base/context.ts';

export function defineSuggest(command: Command, io: Io): void {
  addTargetOptions(
    command
      .command('suggest')
      .description('print the classes next to good classes that attract many pages of a crawl'),
  ).action(async (options: TargetOptions) => {
    await withJob(options, 'guest', 'ensure', async ({ installation, job }) => {
      const { topic } = await installation.settings(job);
      const taxonomy = taxonomyOf(topic);
      if (taxonomy === undefined)
        throw new WinnowError('usage', `give a job whose topic is a taxonomy: the topic of ${job} is none`);
      const { good, crawlOnly } = taxonomy;
      const census = await installation.topics.census(job);
      const suggestions = suggestMarks(census, good, crawlOnly);
      io.out(
        options.json === true ? json({ census, suggestions }) : renderSuggestions(census, suggestions, good),
      );
    });
  });
}
