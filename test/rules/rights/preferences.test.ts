import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reservation } from '../../../lib/rules/rights/owner-asks.ts';
import {
  combinePreferences,
  preferencesOf,
  refusalOf,
  type Statement,
} from '../../../lib/rules/rights/preferences.ts';
import { purposes } from '../../../lib/rules/rights/purposes.ts';
import { readContentSignal, readContentUsage } from '../../../lib/rules/rights/read-statement.ts';

const models = { 'ai-input': false, 'ai-train': false };

describe('statements of usage', () => {
  it.each<[string, Statement]>([
    ['search=yes, ai-input=no, ai-train=no', { search: true, ...models }],
    ['AI-Train = NO', { 'ai-train': false }],
    ['ai-train=no,search', { 'ai-train': false }],
    ['ai-train=maybe', {}],
    ['"search=yes, ai-train=no"', { search: true, 'ai-train': false }],
    ['ai-train=yes, ai-train=no', { 'ai-train': false }],
    ['train-ai=n', {}],
    ['', {}],
  ])('Content-Signal %j', (value, expected) => {
    expect(readContentSignal(value)).toEqual(expected);
  });

  it.each<[string, Statement]>([
    ['train-ai=n', { 'ai-train': false }],
    ['train-ai=n;exceptions="x", search=y', { 'ai-train': false, search: true }],
    ['ai-use=n', { 'ai-input': false }],
    ['ai=n', models],
    ['ai=n, train-ai=y', { 'ai-input': false, 'ai-train': true }],
    ['train-ai=y, ai=n', { 'ai-input': false, 'ai-train': true }],
    ['bots=n, search=y', { search: true, archive: false, ...models }],
    ['train-ai, other=n', {}],
  ])('Content-Usage %j', (value, expected) => {
    expect(readContentUsage(value)).toEqual(expected);
  });

  it.each([
    ['1', false],
    [' 0 ', true],
    ['"1"', false],
  ])('tdm-reservation %j is about models', (value, allowed) => {
    const by = `tdm-reservation: ${value.replace(/\W/g, '')} (header)`;
    expect(reservation(value, 'header')).toEqual({
      'ai-input': { allowed, by },
      'ai-train': { allowed, by },
    });
  });

  it.each([undefined, '', '2', 'yes'])('tdm-reservation %j says nothing', (value) => {
    expect(reservation(value, 'header')).toEqual({});
  });
});

describe('preferences', () => {
  const statement = fc.record(Object.fromEntries(purposes.map((purpose) => [purpose, fc.boolean()])), {
    requiredKeys: [],
  });

  it('refuse what any of them refuses, allow what one allows and none refuses, and leave the rest open', () => {
    fc.assert(
      fc.property(fc.array(statement), (statements) => {
        const combined = combinePreferences(statements.map((one, i) => preferencesOf(one, `line ${i}`)));
        for (const purpose of purposes) {
          const said = statements.map((one) => one[purpose]).filter((answer) => answer !== undefined);
          expect(combined[purpose]?.allowed).toBe(said.length === 0 ? undefined : !said.includes(false));
        }
      }),
    );
  });

  it('name what refuses a declared purpose, and only that', () => {
    const preferences = preferencesOf({ search: true, 'ai-train': false }, 'Content-Signal: ai-train=no');
    expect(refusalOf(preferences, ['search', 'archive'])).toBeUndefined();
    expect(refusalOf(preferences, ['search', 'ai-train'])).toBe(
      'ai-train refused by Content-Signal: ai-train=no',
    );
  });
});
