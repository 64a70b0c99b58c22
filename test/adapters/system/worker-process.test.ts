import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { boundedHeap } from '../../../lib/adapters/system/thread-memory.ts';
import { WorkerProcess } from '../../../lib/adapters/system/worker-process.ts';

const own = new URL('../../../lib/adapters/system/worker-process.ts', import.meta.url);
const thread = (script: string): URL => new URL(`data:text/javascript,${encodeURIComponent(script)}`);
const echo = `import { parentPort } from 'node:worker_threads'; parentPort.on('message', (m) => parentPort.postMessage(m));`;

it('a thread in its own process answers, says what memory it takes, and ends when it is told to', async () => {
  const worker = new WorkerProcess(thread(echo), boundedHeap(64));
  const said = { body: new Uint8Array([1, 2, 3]), text: 'ü'.repeat(100_000), none: undefined };
  worker.postMessage(said);
  expect(await once(worker, 'message')).toEqual([said]);
  const { heapMb } = (await worker.memory()) ?? { heapMb: 0 };
  expect(heapMb).toBeGreaterThan(1);
  await worker.terminate();
  expect(await worker.memory()).toBeUndefined();
});

it('what a thread says before it ends is heard, and then its code', async () => {
  const worker = new WorkerProcess(
    thread(`import { parentPort } from 'node:worker_threads';
      for (let i = 0; i < 1000; i += 1) parentPort.postMessage(i);
      process.exit(3);`),
    boundedHeap(64),
  );
  const heard: unknown[] = [];
  worker.on('message', (message) => heard.push(message));
  expect(await once(worker, 'exit')).toEqual([3]);
  expect(heard).toEqual([...heard.keys()]);
});

it('buffers are bounded too: the process of a thread that fills them is ended', async () => {
  const worker = new WorkerProcess(
    thread('const all = []; setInterval(() => all.push(Buffer.alloc(20_000_000, 1)), 5);'),
    boundedHeap(64),
  );
  const died = new Promise((resolve) => worker.once('error', resolve));
  expect(await died).toMatchObject({ message: 'it took too much memory' });
});

it('the process ends with ours, whatever its thread is doing', async () => {
  const script = `import { WorkerProcess } from ${JSON.stringify(own.href)};
    const worker = new WorkerProcess(new URL('data:text/javascript,console.error(process.pid);for(;;);'), {});
    setInterval(() => undefined, 1000);`;
  const ours = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: 'pipe' });
  const [pid] = await once(ours.stderr.setEncoding('utf8'), 'data');
  ours.kill('SIGKILL');
  await once(ours, 'exit');
  await expect.poll(() => isRunning(Number(pid)), { timeout: 20_000 }).toBe(false);
});

it('nobody waits for a thread that has nothing to do', async () => {
  const script = `import { WorkerProcess } from ${JSON.stringify(own.href)};
    const worker = new WorkerProcess(new URL(${JSON.stringify(thread(echo).href)}), {});
    worker.once('message', () => worker.unref());
    worker.postMessage('x');`;
  const run = promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
  expect(await run).toEqual({ stdout: '', stderr: '' });
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
