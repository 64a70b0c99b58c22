/**
 * Stands in for reader-worker: a body that begins with `native` keeps the thread in a call that nothing can end for some
 * seconds, one that begins with `loop` in JavaScript for ever; others are read at once.
 */
import { execFileSync } from 'node:child_process';
import { parentPort } from 'node:worker_threads';

parentPort?.on('message', ({ page }) => {
  const said = Buffer.from(page.body).toString();
  if (said.startsWith('native')) execFileSync('sleep', ['8']);
  while (said.startsWith('loop'));
  parentPort?.postMessage({ kind: 'unsupported', mediaType: said });
});
parentPort?.postMessage('ready');
