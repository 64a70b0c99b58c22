import { describe, expect, it } from 'vitest';
import { stemmedLanguages } from '../../../lib/base/language/languages.ts';
import { loadStemmers } from '../../../lib/base/language/load-stemmers.ts';
import { stemmerOf } from '../../../lib/base/language/stem.ts';
import { termEvidence } from '../../../lib/topic/evidence/term-evidence.ts';
import { defaultTerms, termFilter } from '../../../lib/topic/judging/term-filter.ts';
import type { TermSettings } from '../../../lib/topic/judging/topic-settings.ts';

const page = (text: string) => ({
  ...{ url: 'http://example.org/', title: '', metadata: [], described: [], headings: [], text },
});

describe('stems', () => {
  it.each([
    ['en', 'owls', 'owl'],
    ['de', 'häuser', 'haus'],
    ['fr', 'continuellement', 'continuel'],
    ['ru', 'собаками', 'собак'],
  ] as const)('of %s: %s is %s', async (language, word, stem) => {
    await loadStemmers([language]);
    expect(stemmerOf(language)(word)).toBe(stem);
  });

  it('of every language leave what is no word as it is, and are never empty', async () => {
    await loadStemmers(stemmedLanguages);
    for (const language of stemmedLanguages) {
      const stem = stemmerOf(language);
      for (const word of ['s', 'e', 'a1', '2026', "o'clock", 'x/y', '鳥類']) expect(stem(word)).not.toBe('');
      for (const word of ['a1', '2026', "o'clock", 'x/y']) expect(stem(word)).toBe(word);
    }
  });
});

describe('terms with a language', () => {
  const settings = (definition: string, more: Partial<TermSettings> = {}): TermSettings => {
    return { ...defaultTerms, cutOffs: { total: 0, relative: 0 }, definition, language: 'en', ...more };
  };
  const score = async (text: string, topic: TermSettings): Promise<number> => {
    await loadStemmers(['en']);
    return termFilter(topic)(page(text)).score;
  };

  it.each(['plain', 'position'] as const)(
    'find a word in all its forms by %s matching',
    async (algorithm) => {
      const topic = settings('10: hunting owl=B\n', { algorithm });
      expect(await score('Owls that hunt: two hunting owls', topic)).toBeGreaterThan(0);
      expect(await score('a hunted cat', topic)).toBe(0);
      const { language: _, ...plain } = topic;
      expect(await score('two hunting owls', plain)).toBe(0);
    },
  );

  it('take stop words out before, and leave regular expressions as they are', async () => {
    expect(await score('the owls', settings('10: owls=B\n', { stopWords: ['owls'] }))).toBe(0);
    expect(await score('feathers', settings('10: feathers[^\\s]*=B\n'))).toBe(0);
    expect(await score('feathers', settings('10: feather[^\\s]*=B\n'))).toBe(10);
  });

  it('show where they stand', async () => {
    await loadStemmers(['en']);
    const [found] = termEvidence(settings('10: owl=B\n'), page('Two owls hunt'));
    expect(found?.places).toMatchObject([{ part: 'text', start: 4, end: 8 }]);
  });
});
