import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { commandTable } from '../../bin/command-table.ts';
import { flaws, nextCommand } from '../../lib/capabilities/sanity/flaws/finding.ts';
import type { Flaw } from '../../lib/capabilities/sanity/flaws/flaw.ts';
import { testIo } from '../bin/test-io.ts';

const docs = new URL('../../docs/', import.meta.url);
const all = Object.entries<Flaw>(flaws);

it('docs/sanity.md has each flaw with its severity, its meaning, its repair and what to do without one', () => {
  const page = readFileSync(new URL('sanity.md', docs), 'utf8');
  const rows = page.split('\n').filter((line) => line.startsWith('| `'));
  const linked = (text: string): string => text.replaceAll(/docs\/(runbook\.md#[a-z-]+)/g, '[runbook]($1)');
  const said = all.map(
    ([code, { severity, meaning, repair = '–', next = '–' }]) =>
      `| \`${code}\` | ${severity} | ${meaning} | ${repair} | ${linked(next)} |`,
  );
  expect(rows).toEqual(said);
});

describe('what to do about a flaw that cannot be mended', () => {
  const unmended = all.filter(([, { repair, next }]) => repair === undefined || next !== undefined);

  it.each(unmended)(
    'names a command that there is, with options that it has: %s',
    async (_, { next = '' }) => {
      const lines = [...next.matchAll(/`winnow ([^`]+)`/g)].map(([, line = '']) => line);
      expect(lines.length).toBeGreaterThan(0);
      for (const line of lines) {
        const [verb = '', ...words] = line.split(' ');
        const entry = commandTable[verb];
        expect(entry, line).toBeDefined();
        const command = new Command(verb);
        (await entry?.load())?.(command, testIo().io, () => undefined);
        const known = [
          ...command.options.map(({ long }) => long),
          ...command.commands.map((one) => `${one.name()}`),
        ];
        const options = words.filter((word) => word.startsWith('--'));
        expect(known).toEqual(expect.arrayContaining(options));
        if (command.commands.length > 0) expect(known).toContain(words[0]);
      }
      const runbook = readFileSync(new URL('runbook.md', docs), 'utf8').toLowerCase();
      for (const [, section = ''] of next.matchAll(/runbook\.md#([a-z-]+)/g))
        expect(runbook).toMatch(new RegExp(`^#+ ${section.replaceAll('-', ' ')}$`, 'm'));
    },
  );

  it('is about its subject, which no shell takes apart', () => {
    expect(nextCommand('`winnow why SUBJECT`', 'https://a.example/x')).toBe(
      '`winnow why https://a.example/x`',
    );
    expect(nextCommand('`winnow why SUBJECT`', "https://a.example/?a=$&b='")).toBe(
      "`winnow why 'https://a.example/?a=$&b='\\'''`",
    );
  });
});
