import { encodeLatent } from '../../topic/models.ts';
import { fitLatentSpace } from '../../topic/train.ts';
import type { Fit } from './refit.ts';

/** Makes a model on this thread, which has nothing else to do meanwhile. */
export const fitHere: Fit = async (texts) => {
  const space = fitLatentSpace(texts);
  return space && encodeLatent(space);
};
