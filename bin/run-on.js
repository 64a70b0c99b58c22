// Plain JavaScript, so that any Node can read it.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/** What ends a command in a terminal, a container or a service. */
const forwarded = ['SIGTERM', 'SIGHUP', 'SIGINT'];

/**
 * Runs a script on another Node as if it were this process: it has its streams and its signals, and this process ends as it
 * did, with its exit code, or with 128 and the number of the signal that ended it.
 * @param {string} node the executable
 * @param {string} script
 * @param {readonly string[]} argv
 * @returns {Promise<void>} when the script has ended, and `process.exitCode` is set
 */
export async function runOn(node, script, argv) {
  const child = spawn(node, [script, ...argv], { stdio: 'inherit' });
  // A signal to the process group reaches the child by itself, too: it takes both for one (process-io.ts).
  for (const signal of forwarded) process.on(signal, () => child.kill(signal));
  await new Promise((resolve) => {
    child.on('error', (error) => {
      process.stderr.write(`winnow: ${node} cannot be run: ${error.message}\n`);
      process.exitCode = 1;
      resolve(undefined);
    });
    child.on('close', (code, signal) => {
      process.exitCode = code ?? 128 + (constants.signals[signal] ?? 0);
      resolve(undefined);
    });
  });
}
