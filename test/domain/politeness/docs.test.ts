import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { knownSections } from '../../../lib/config/schema/known-keys.ts';
import { gapTerms } from '../../../lib/domain/politeness/gap.ts';
import type { PauseTerm } from '../../../lib/domain/politeness/politeness-state.ts';
import { outcomeTable, statusTable } from '../revisit/status-table.ts';
import { defaults } from './settings.ts';

const page = (name: string) => readFileSync(new URL(`../../../docs/${name}.md`, import.meta.url), 'utf8');

function section(name: string, title: string): string {
  return (
    page(name)
      .split(/^## /m)
      .find((one) => one.startsWith(`${title}\n`)) ?? ''
  );
}

describe('docs/politeness.md and docs/fetching.md', () => {
  it('has every term of the gap, in its order', () => {
    const settings = { ...defaults, responseFactor: 1 };
    const pauses: readonly PauseTerm[] = ['retryAfter', 'backoff', 'robots'];
    const terms = pauses.flatMap((term) =>
      gapTerms(settings, 1, { errors: 1, backoffs: 1, responseMs: 1, pause: { term, ms: 1, until: 1 } }),
    );
    const names = [...new Set(terms.map(({ name }) => name))];
    const rows = [...section('politeness', 'The gap').matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
    expect(rows).toEqual(names);
  });

  it.each(
    knownSections().flatMap(({ name, keys }) =>
      name === 'politeness' ? keys.map(({ path }) => [path]) : [],
    ),
  )('says what %s does', (path) => {
    expect(section('politeness', 'The gap')).toMatch(new RegExp(`\`${path}[\`:]`));
  });

  it('says of every status what the code does', () => {
    expect(section('fetching', 'Every status and its consequence')).toContain(`\n${statusTable()}\n`);
  });

  it('says of every outcome when its URL is visited again', () => {
    expect(section('fetching', 'Every status and its consequence')).toContain(`\n${outcomeTable()}\n`);
  });
});
