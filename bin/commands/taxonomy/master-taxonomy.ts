import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { loadStemmers } from '../../../lib/base/language/load-stemmers.ts';
import { englishStopWords } from '../../../lib/topic/cluster.ts';
import type { TaxonomyWork } from '../../../lib/topic/models.ts';
import { openExampleSet, type TaxonomyRecipe, trainTaxonomy } from '../../../lib/topic/train.ts';
import type { Io } from '../../io.ts';
import { shippedExample } from '../base/example-job.ts';
import { readOrThrow } from '../base/files.ts';
import { addExamples } from './read-examples.ts';

/** The texts of the master taxonomy: a file for each branch. */
const folder = join(shippedExample, 'master-taxonomy');

/** bench/results/master-taxonomy.md says what other values give. */
export const masterRecipe: TaxonomyRecipe = { words: 5_000, smoothing: 0.01, priors: 'uniform' };

/**
 * Trains the taxonomy that ships with Winnow; the same for the same texts and date.
 * @throws WinnowError `config` when the package lacks the texts
 */
export async function trainMaster(io: Io, date: string): Promise<TaxonomyWork> {
  const tokeniser = { stopWords: englishStopWords, languages: ['en'] } as const;
  await loadStemmers(tokeniser.languages);
  const builder = openExampleSet({ words: [], examples: [], tokeniser });
  const names = readOrThrow(folder, () => readdirSync(folder)).filter((name) => name.endsWith('.jsonl'));
  for (const name of names.sort()) await addExamples({ jsonl: join(folder, name) }, builder, io);
  const set = builder.finish();
  return { taxonomy: trainTaxonomy(set, masterRecipe), set, notes: { date, settings: masterRecipe } };
}
