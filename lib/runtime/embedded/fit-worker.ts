import { parentPort } from 'node:worker_threads';
import { fitHere } from '../../capabilities/latent/fit-here.ts';
import type { LatentText } from '../../topic/train.ts';

/** Makes one latent space, and ends. */
parentPort?.once('message', async (texts: readonly LatentText[]) => {
  parentPort?.postMessage(await fitHere(texts));
});
