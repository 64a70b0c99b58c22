import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import { originOf, ways } from './hosts.ts';

/** Hosts that each misbehave in one way, in a process of their own. */
export interface HostileWeb {
  url(name: string, path?: string): CanonicalUrl;
  /** Names of hosts on whose side connections are open. */
  connected(): Promise<readonly string[]>;
  close(): Promise<void>;
}

export async function startHostileWeb(): Promise<HostileWeb> {
  const child: ChildProcess = fork(new URL('serve.ts', import.meta.url), { execArgv: [] });
  const [{ ports }] = (await once(child, 'message')) as [{ ports: Readonly<Record<string, number>> }];
  return {
    url(name, path = '/page') {
      const way = ways.find((one) => one.name === name);
      if (way === undefined) throw new Error(`there is no host ${name}`);
      return `${originOf(way, ports[name] ?? 0)}${path}` as CanonicalUrl;
    },
    async connected() {
      const answer = once(child, 'message');
      child.send('connected');
      const [{ connected }] = (await answer) as [{ connected: readonly string[] }];
      return connected;
    },
    async close() {
      const exit = once(child, 'exit');
      child.disconnect();
      await exit;
    },
  };
}
