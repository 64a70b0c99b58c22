import { openLatentJudge } from '../../../lib/topic/judge.ts';
import type { LatentModel } from '../../../lib/topic/latent/latent-model.ts';
import type { LatentOptions } from '../../../lib/topic/latent/latent-text.ts';
import { decodeLatent, encodeLatent } from '../../../lib/topic/models.ts';
import { fitLatentSpace, type LatentText } from '../../../lib/topic/train.ts';

/** Farming and music; `spelt` and `oboe` only stand beside words that no labelled text has. */
export const fieldTexts: readonly LatentText[] = [
  { title: 'Wheat', text: 'wheat grain harvest', label: 1 },
  { title: 'Barley', text: 'barley grain harvest', label: 1 },
  { title: 'Violin', text: 'violin strings concert', label: 0 },
  { title: 'Cello', text: 'cello strings concert', label: 0 },
  ...unlabelled('harvest grain field sickle', 'grain wheat sickle threshing'),
  ...unlabelled('sickle threshing spelt', 'threshing spelt sickle'),
  ...unlabelled('concert strings orchestra reeds', 'violin concert reeds woodwind'),
  ...unlabelled('reeds woodwind oboe', 'woodwind oboe reeds'),
];

function unlabelled(...texts: readonly string[]): readonly LatentText[] {
  return texts.map((text) => ({ title: '', text }));
}

/** @throws if there is none */
export function latentSpace(texts: Iterable<LatentText>, options?: Partial<LatentOptions>): LatentModel {
  const model = fitLatentSpace(texts, options);
  if (model === undefined) throw new Error('no space');
  return model;
}

/** A judge by a model that was written and read. */
export function latentJudge(texts: Iterable<LatentText>, options?: Partial<LatentOptions>) {
  return openLatentJudge(decodeLatent(encodeLatent(latentSpace(texts, options)), 'field'));
}
