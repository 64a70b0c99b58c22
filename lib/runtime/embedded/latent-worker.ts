import { parentPort } from 'node:worker_threads';
import { makeHere } from '../../capabilities/latent/make-here.ts';
import type { LatentText } from '../../topic/train.ts';

/** Makes one latent space, and ends. */
parentPort?.once('message', async (texts: readonly LatentText[]) => {
  parentPort?.postMessage(await makeHere(texts));
});
