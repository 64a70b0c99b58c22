import { writeSync } from 'node:fs';
import { outOfMemory } from './question.ts';

// A thread beside one that is in native code: it ends the process when a question takes too much memory, or nobody waits for the answer.

const lookMs = 200;
const mostBytes = 3_000_000_000;
const errors = 2;
const parent = process.ppid;

setInterval(() => {
  const isTooMuch = process.memoryUsage.rss() > mostBytes;
  if (isTooMuch) writeSync(errors, outOfMemory);
  if (isTooMuch || process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
}, lookMs);
