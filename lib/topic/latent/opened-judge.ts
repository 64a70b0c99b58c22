import { decodeLatent } from './latent-file.ts';
import { type LatentJudge, openLatentJudge } from './latent-judge.ts';

const opened = new WeakMap<Uint8Array, LatentJudge>();

/** What a model judges by, made once for the same bytes. @throws WinnowError as `decodeLatent` */
export function latentJudgeOf(bytes: Uint8Array | undefined): LatentJudge | undefined {
  if (bytes === undefined) return undefined;
  let judge = opened.get(bytes);
  if (judge === undefined) {
    judge = openLatentJudge(decodeLatent(bytes, 'the latent space'));
    opened.set(bytes, judge);
  }
  return judge;
}
