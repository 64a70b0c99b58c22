import { describe, expect, it } from 'vitest';
import { pageSnippet } from '../../../lib/capabilities/graph/read-directory.ts';
import type { PageRecord } from '../../../lib/domain/collection/record.ts';

function textOf(more: Partial<Omit<PageRecord, 'response'>> & { readonly directives?: readonly string[] }) {
  const { directives, ...record } = more;
  return pageSnippet({
    ...{ title: 'Owls', metadata: {}, text: 'Owls are birds.\nThey hunt.', response: { directives } },
    ...record,
  } as unknown as PageRecord);
}

describe('how a page presents itself', () => {
  it('is its own description, or the beginning of its main content or text', () => {
    expect(textOf({}).description).toBe('Owls are birds. They hunt.');
    expect(textOf({ main: { kind: 'article', text: 'Main.' } }).description).toBe('Main.');
    expect(textOf({ metadata: { description: [' ', 'All about\n owls'] } }).description).toBe(
      'All about owls',
    );
  });

  it('is cut between words, and never within a character', () => {
    const long = textOf({ text: 'owl '.repeat(200), title: '🦉'.repeat(300) });
    expect(long.description).toMatch(/owl…$/);
    expect(long.description?.length).toBeLessThanOrEqual(241);
    expect(long.title?.isWellFormed()).toBe(true);
  });

  it('has no description where the owner wants none shown', () => {
    expect(textOf({ directives: ['nosnippet'] })).toEqual({ title: 'Owls' });
  });

  it('says its language, if it is one', () => {
    expect(textOf({ language: 'de-AT' }).language).toBe('de-AT');
    expect(textOf({ language: '"><b' })).not.toHaveProperty('language');
    expect(textOf({ language: 'en', detectedLanguage: { code: 'und' } }).language).toBe('en');
  });
});
