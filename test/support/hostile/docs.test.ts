import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { describe, expect, it, test } from 'vitest';
import { isMetadataAddress, isPublicAddress } from '../../../lib/adapters/web/special-addresses.ts';
import { badPorts } from '../../../lib/base/fetch/network-ports.ts';
import { ways } from './hosts.ts';

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

const connected =
  read('docs/fetching.md')
    .split(/^## /m)
    .find((one) => one.startsWith('What may be connected to\n')) ?? '';
const quoted = [...connected.matchAll(/`([0-9a-f.:]+(?:\/\d+)?)`/g)].map(([, text = '']) => text);
/** What is said to be judged otherwise than as a whole. */
const notRefused = ['2000::/3', '::ffff:0:0/96', '64:ff9b::/96'];

describe('bench/results/hostile-servers.md', () => {
  it('has every way to misbehave, with what the host does and what comes of it', () => {
    const rows = [
      ...read('bench/results/hostile-servers.md').matchAll(/^\| `([\w-]+)` \| (.+) \| (.+) \|$/gm),
    ];
    expect(rows.map(([, ...cells]) => cells)).toEqual(
      ways.map(({ name, does, outcome }) => [name, does, outcome]),
    );
  });
});

describe('docs/fetching.md', () => {
  test.each(quoted.filter((text) => text.includes('/') && !notRefused.includes(text)))(
    'says that %s is refused, and so it is',
    (block) => {
      expect(isPublicAddress(block.split('/')[0] ?? '')).toBe(false);
    },
  );

  test.each(quoted.filter((text) => isIP(text) !== 0))(
    'says that %s is a metadata service, as the code does',
    (address) => {
      expect(isMetadataAddress(address)).toBe(true);
    },
  );

  it('has the bad ports', () => {
    expect(connected).toContain(`\n  ${[...badPorts].join(', ')}.\n`);
  });
});

describe('the ways to misbehave', () => {
  it('are many, and have names of their own', () => {
    const names = new Set(ways.map(({ name }) => name));
    expect(names.size).toBe(ways.length);
    expect(names.size).toBeGreaterThanOrEqual(40);
  });
});
