import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { settingsNode } from '../../../lib/config/stack/stack-settings.ts';

const page = readFileSync(new URL('../../../docs/deploy.md', import.meta.url), 'utf8');
const rows = new Map(
  [...page.matchAll(/^\| `(\w+)` \| (.*?) \| (.*?) \|/gm)].map(([, name = '', usual, range]) => [
    name,
    { usual, range },
  ]),
);
const { properties = {} } = settingsNode();
const settings = Object.entries({ ...properties, ...properties.alarms?.properties });

describe('the tables of docs/deploy.md', () => {
  it('have every setting of a stack', () => {
    expect([...rows.keys()].sort()).toEqual(settings.map(([name]) => name).sort());
  });

  it.each(settings)('say the default and the bounds of %s', (name, node) => {
    const { usual, range } = rows.get(name) ?? {};
    if (typeof node.default === 'number') expect(usual).toBe(node.default.toLocaleString('en'));
    if (typeof node.default === 'string') expect(usual).toBe(`\`${node.default}\``);
    if (node.enum !== undefined) expect(range).toBe(node.enum.map((one) => `\`${one}\``).join(', '));
    if (typeof node.default === 'number' && node.minimum !== undefined)
      expect(range).toBe(`${node.minimum}–${node.maximum?.toLocaleString('en')}`);
  });
});
