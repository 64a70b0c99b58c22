import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { type AnyFunctionName, functionName } from '../../../../lib/config/stack/names.ts';
import type { DeployedStack } from '../stack/deployed-stack.ts';

/** Whether this machine says which process holds a connection: Linux does, in /proc. */
export const canFindWorkers = process.platform === 'linux';

/**
 * The process in which a function of this stack runs that holds the connection from this port of loopback: the
 * emulator runs Lambdas as processes. Undefined when it is gone.
 */
export function workerBehind(
  stack: DeployedStack,
  name: AnyFunctionName,
  clientPort: number,
): number | undefined {
  const socket = socketOf(clientPort);
  if (socket === undefined) return undefined;
  const variable = `AWS_LAMBDA_FUNCTION_NAME=${functionName(stack.name, name)}`;
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      if (!readFileSync(`/proc/${entry}/environ`, 'utf8').split('\0').includes(variable)) continue;
      const files = readdirSync(`/proc/${entry}/fd`);
      if (files.some((file) => isLink(`/proc/${entry}/fd/${file}`, socket))) return Number(entry);
    } catch (error) {
      letPass(error);
    }
  }
  return undefined;
}

/** A file that was closed meanwhile hides no other one of its process. */
function isLink(path: string, to: string): boolean {
  try {
    return readlinkSync(path) === to;
  } catch (error) {
    letPass(error);
    return false;
  }
}

/** Lets pass that a process has ended meanwhile, or is somebody else's. */
function letPass(error: unknown): void {
  if (!['ENOENT', 'EACCES', 'ESRCH', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? ''))
    throw error;
}

/** The socket of a local port as the links in /proc/<pid>/fd name it. */
function socketOf(port: number): string | undefined {
  const local = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  for (const table of ['/proc/net/tcp', '/proc/net/tcp6']) {
    for (const line of readFileSync(table, 'utf8').trim().split('\n').slice(1)) {
      const columns = line.trim().split(/\s+/);
      const [, address = '', , , , , , , , inode = '0'] = columns;
      if (address.endsWith(local) && inode !== '0') return `socket:[${inode}]`;
    }
  }
  return undefined;
}
