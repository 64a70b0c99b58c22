import { expect, it } from 'vitest';
import { textOf } from './pages.ts';

const kinds = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'];

it('CHANGELOG.md has the kinds of changes of each version once, in the order of Keep a Changelog', () => {
  const versions = textOf('CHANGELOG.md').split(/^## /m).slice(1);
  expect(versions.length).toBeGreaterThan(0);
  for (const version of versions) {
    const said = [...version.matchAll(/^### (.+)$/gm)].map(([, kind]) => kind);
    expect(said).toEqual(kinds.filter((kind) => said.includes(kind)));
  }
});

it('CHANGELOG.md has a line for each change, of at most 250 characters', () => {
  const [, ...versions] = textOf('CHANGELOG.md').split(/^## /m);
  const lines = versions.flatMap((version) => version.split('\n').slice(1));
  const odd = lines.filter((line) => line !== '' && !/^(?:- .{1,248}|### \w+|[A-Z][a-z ]+)$/.test(line));
  expect(odd).toEqual([]);
});
