import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { root } from '../support/architecture/imports.ts';

const directory = mkdtempSync(join(tmpdir(), 'winnow-run-on-'));
const runOn = pathToFileURL(join(root, 'bin/run-on.js')).href;
const children: ChildProcess[] = [];

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

/** A launcher of a program on another Node, which here is the same one; its output up to the word `ready` is waited for. */
async function launched(
  program: string,
  detached = false,
): Promise<{ launcher: ChildProcess; program: number }> {
  const file = join(directory, `${children.length}-program.mjs`);
  writeFileSync(file, `${program}\nconsole.log('ready ' + process.pid);\n`);
  const source = `import { runOn } from ${JSON.stringify(runOn)}; await runOn(process.execPath, ${JSON.stringify(file)}, ['--x']);`;
  const launcher = spawn(process.execPath, ['--input-type=module', '-e', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached,
  });
  children.push(launcher);
  let said = '';
  for await (const text of launcher.stdout.setEncoding('utf8')) {
    said += text;
    if (said.includes('\n')) break;
  }
  return { launcher, program: Number(said.trim().split(' ')[1]) };
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('a launcher on an older Node', () => {
  it.each(['SIGTERM', 'SIGHUP', 'SIGINT'] as const)(
    'hands %s on to the program, and ends with its exit code when that has ended in its own time',
    async (signal) => {
      const { launcher, program } = await launched(
        `process.on('${signal}', () => setTimeout(() => process.exit(7), 100)); setInterval(() => {}, 1_000);`,
      );
      launcher.kill(signal);
      expect(await once(launcher, 'exit')).toEqual([7, null]);
      expect(isAlive(program)).toBe(false);
    },
  );

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'has %s to its process group count as one request to stop',
    async (signal) => {
      const processIo = pathToFileURL(join(root, 'bin/process-io.ts')).href;
      const { launcher } = await launched(
        `import { processIo } from ${JSON.stringify(processIo)};
         processIo().interrupted().addEventListener('abort', () => setTimeout(() => process.exit(7), 300));
         setInterval(() => {}, 1_000);`,
        true,
      );
      process.kill(-(launcher.pid as number), signal);
      expect(await once(launcher, 'exit')).toEqual([7, null]);
    },
  );

  it('ends as shells say it of a program that a signal ended', async () => {
    const { launcher } = await launched('setInterval(() => {}, 1_000);');
    launcher.kill('SIGTERM');
    expect(await once(launcher, 'exit')).toEqual([128 + constants.signals.SIGTERM, null]);
  });

  it('hands on arguments and an exit code', async () => {
    const { launcher } = await launched("process.exitCode = process.argv[2] === '--x' ? 5 : 1;");
    expect(await once(launcher, 'exit')).toEqual([5, null]);
  });

  it('is what bin/winnow.js runs the command line with there', async () => {
    const older = `data:text/javascript,${encodeURIComponent(
      "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.19.0' } });",
    )}`;
    const child = spawn(process.execPath, ['--import', older, join(root, 'bin/winnow.js'), 'sttus'], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    children.push(child);
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    expect(await once(child, 'close')).toEqual([2, null]);
    expect(said).toContain("unknown command 'sttus'");
  });
});
