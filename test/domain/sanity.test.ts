import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { type Flaw, flaws } from '../../lib/domain/sanity/finding.ts';

it('docs/sanity.md has each flaw with its severity, its meaning and its repair', () => {
  const page = readFileSync(new URL('../../docs/sanity.md', import.meta.url), 'utf8');
  const rows = page.split('\n').filter((line) => line.startsWith('| `'));
  const said = Object.entries<Flaw>(flaws).map(
    ([code, { severity, meaning, repair = '–' }]) => `| \`${code}\` | ${severity} | ${meaning} | ${repair} |`,
  );
  expect(rows).toEqual(said);
});
