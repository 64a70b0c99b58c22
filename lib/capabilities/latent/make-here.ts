import { encodeLatent } from '../../topic/models.ts';
import { fitLatentSpace } from '../../topic/train.ts';
import type { MakeModel } from './refit.ts';

/** Makes a model on this thread, which has nothing else to do meanwhile. */
export const makeHere: MakeModel = async (texts) => {
  const space = fitLatentSpace(texts);
  return space && encodeLatent(space);
};
