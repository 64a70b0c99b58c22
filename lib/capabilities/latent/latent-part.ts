import { usesLatent } from '../../pipeline/links/link-prior.ts';
import type { OpenPart } from '../../pipeline/turn/open-part.ts';
import { type ModelInForce, modelToJudgeBy } from './model-in-force.ts';

/** Greater than any MD5 in hex. */
const all = 'g';

/** Has links judged by the latent space of the job, and off-topic pages sampled for the next one. */
export const openLatent: OpenPart = ({ ports, key, settings }) => {
  if (!usesLatent(settings)) return { name: 'latent' };
  let inForce: ModelInForce = {};
  return {
    name: 'latent',
    async beforeVisits() {
      inForce = await modelToJudgeBy(ports, key.job);
      return {};
    },
    equips() {
      const { bytes, below = all } = inForce;
      return { ...(bytes === undefined ? {} : { latent: bytes }), sampleBelow: below };
    },
  };
};
