import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { interruption, programOf } from '../../bin/process-io.ts';
import { root } from '../support/architecture/imports.ts';

it('goes on when nobody reads standard error any more', async () => {
  const source = `
    import { processIo } from ${JSON.stringify(pathToFileURL(join(root, 'bin/process-io.ts')).href)};
    import { once } from 'node:events';
    const io = processIo();
    await once(process.stdin, 'end', process.stdin.resume());
    for (let i = 0; i < 20; i++) {
      io.err('progress\\n');
      await new Promise((done) => setTimeout(done, 5));
    }
    io.out('finished\\n');`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', source], { stdio: 'pipe' });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  child.stderr.destroy();
  await once(child.stderr, 'close');
  child.stdin.end();
  const [exit] = await once(child, 'close');
  expect({ exit, said }).toEqual({ exit: 0, said: 'finished\n' });
});

it('ends with 1 and a sentence when standard output cannot be written', async () => {
  const source = `
    import { processIo } from ${JSON.stringify(pathToFileURL(join(root, 'bin/process-io.ts')).href)};
    const io = processIo();
    process.stdout.emit('error', Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }));`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', source], { stdio: 'pipe' });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const [exit] = await once(child, 'close');
  expect({ exit, said }).toEqual({
    exit: 1,
    said: 'winnow: standard output cannot be written: ENOSPC: no space left on device, write\n',
  });
});

it('tells everything that asks of an interruption, also what asks later', async () => {
  const source = `
    import { once } from 'node:events';
    import { processIo } from ${JSON.stringify(pathToFileURL(join(root, 'bin/process-io.ts')).href)};
    const io = processIo();
    const first = io.interrupted();
    const heard = once(first, 'abort');
    const waiting = setTimeout(() => process.exit(1), 60_000);
    process.kill(process.pid, 'SIGINT');
    await heard;
    clearTimeout(waiting);
    io.out(String(io.interrupted().aborted));`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', source], { stdio: 'pipe' });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const [exit] = await once(child, 'close');
  expect({ exit, said }).toEqual({ exit: 0, said: 'true' });
});

it('has the lowest priority of the machine once it stands back', async () => {
  const source = `
    import { processIo } from ${JSON.stringify(pathToFileURL(join(root, 'bin/process-io.ts')).href)};
    import { getPriority } from 'node:os';
    const io = processIo();
    io.standBack();
    io.out(String(getPriority()));`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', source], { stdio: 'pipe' });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  await once(child, 'close');
  expect(Number(said)).toBe(constants.priority.PRIORITY_BELOW_NORMAL);
});

it('takes all that comes within a second of the first request to stop for that one', () => {
  let now = 5_000;
  let ends = 0;
  const { signal, interrupt } = interruption(
    () => now,
    () => {
      ends += 1;
    },
  );
  for (const later of [0, 0, 3, 990]) {
    now += later;
    interrupt();
    expect({ aborted: signal.aborted, ends }).toEqual({ aborted: true, ends: 0 });
  }
  now += 7;
  interrupt();
  expect(ends).toBe(1);
});

it('proposes command lines as it was called: by itself, by npx or as a script of npm', () => {
  expect([undefined, 'npx', 'winnow'].map(programOf)).toEqual(['winnow', 'npx winnow', 'npm run winnow --']);
});
