import { describe, expect, it } from 'vitest';
import {
  learnTokens,
  mayHaveIds,
  type TokenRules,
  underAnyId,
} from '../../../lib/domain/traps/token-rules.ts';
import type { CanonicalUrl } from '../../../lib/domain/url/url.ts';

const at = (path: string, id: string): CanonicalUrl =>
  `https://a.example/${path}?visit=${id}` as CanonicalUrl;
const ids = ['5a09c1d2e3f4', '5a09c1d302e3', '5a09c1d321d2', '5a09c1d340c1', '5a09c1d35fb0'];
const none = { twin: undefined, isLong: false };

/** Rules after a page was visited under each id, and said one thing or another thing each time. */
function learnt(saysTheSame: boolean): TokenRules {
  const rules: TokenRules = new Map();
  for (const [index, id] of ids.entries()) learnTokens(rules, at('one', id), saysTheSame ? 1 : index, none);
  return rules;
}

describe('one name for a URL under whatever ids', () => {
  it('is the same for a page under two ids, as long as these may say nothing, and another for another page', () => {
    const rules = learnt(true);
    expect(mayHaveIds(rules)).toBe(true);
    const [name, ...others] = ids.map((id) => underAnyId(rules, at('one', id)));
    expect(others).toEqual(others.map(() => name));
    expect(underAnyId(rules, at('two', ids[0] as string))).not.toBe(name);
  });

  it('is the URL itself where ids were found to tell pages apart', () => {
    const rules = learnt(false);
    expect(mayHaveIds(rules)).toBe(false);
    for (const id of ids) expect(underAnyId(rules, at('one', id))).toBe(at('one', id));
  });
});
