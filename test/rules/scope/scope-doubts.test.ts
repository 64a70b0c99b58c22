import { describe, expect, it } from 'vitest';
import { scopeDoubts } from '../../../lib/rules/scope/scope-doubts.ts';
import type { ScopeRule, ScopeSettings, ScopeTest } from '../../../lib/rules/scope/scope-settings.ts';
import { testSettings } from '../../support/settings.ts';

function doubts(scope: Partial<ScopeSettings>): readonly string[] {
  const settings = testSettings('apples');
  const found = scopeDoubts({ ...settings, scope: { ...settings.scope, ...scope } });
  return found.map(({ rule, source, detail }) => `${rule} ${source} ${detail}`);
}

const list = (...entries: readonly string[]) => [{ file: 'job.yaml', line: 3, entries }];
const rule = (word: ScopeRule['word'], test: ScopeTest): ScopeRule => ({ word, source: 'job.yaml:9', test });

describe('doubts about a scope', () => {
  it("has none about the default, about Combine's default allow, or about what is taken back", () => {
    expect(doubts({})).toEqual([]);
    expect(doubts({ allow: list('HOST: .*$') })).toEqual([]);
    const rules = [rule('reject', { kind: 'all' }), rule('accept', { kind: 'hosts', list: list('a.org') })];
    expect(doubts({ rules })).toEqual([]);
  });

  it.each([
    [{ exclude: list('URL /x/', 'URL .') }, 'scope.exclude job.yaml:4 URL . rejects every URL'],
    [{ exclude: list('URL ^https?://') }, 'scope.exclude job.yaml:3 URL ^https?:// rejects every URL'],
    [{ allow: list('HOST: .*$', 'URL /x/') }, 'scope.allow job.yaml:3 HOST: .*$ matches every URL'],
    [
      { rules: [rule('accept', { kind: 'hosts', list: list('a.org') }), rule('reject', { kind: 'all' })] },
      'scope.rules job.yaml:9 all rejects every URL',
    ],
    [
      { rules: [rule('reject', { kind: 'hosts', list: list('a.org') }), rule('accept', { kind: 'all' })] },
      'scope.rules job.yaml:9 all accepts every URL',
    ],
    [{ exclude: list('URL /münchen/') }, 'scope.exclude job.yaml:3 URL /münchen/ matches no URL'],
  ])('says what %j does', (scope, doubt) => {
    expect(doubts(scope)).toEqual([expect.stringContaining(doubt)]);
  });
});
