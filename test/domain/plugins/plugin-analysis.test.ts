import { describe, expect, it } from 'vitest';
import { readAnalysis } from '../../../lib/domain/plugins/plugin-analysis.ts';

const main = { kind: 'article', text: 'Owls' };

describe('what an analyser answers', () => {
  it.each([
    [undefined, { fields: {} }],
    [{ words: 3 }, { fields: { words: 3 } }],
    [{ main: 'a field' }, { fields: { main: 'a field' } }],
    [
      { words: 3, main },
      { fields: { words: 3 }, main },
    ],
    [
      { main: { ...main, markdown: '# Owls', author: 'A. Reader', published: '2026-02-28' } },
      {
        fields: {},
        main: { ...main, markdown: '# Owls', author: 'A. Reader', published: '2026-02-28' },
      },
    ],
  ])('%j is fields, and a main content where it has one', (answer, value) => {
    expect(readAnalysis(answer)).toEqual({ ok: true, value });
  });

  it.each([
    [{ text: 'Owls' }, 'main.kind: expected one of article, forum, product, '],
    [{ kind: 'article' }, 'main.text: expected text of at most 400000 characters, got nothing'],
    [{ ...main, text: 'x'.repeat(400_001) }, 'main.text: expected text of at most 400000 characters'],
    [{ ...main, markdown: 5 }, 'main.markdown: expected text of at most 400000 characters, got 5'],
    [{ ...main, author: ['A'] }, 'main.author: expected text of at most 1000 characters, got ["A"]'],
    [{ ...main, published: '2026-02-30' }, 'main.published: expected a day, YYYY-MM-DD, got "2026-02-30"'],
    [{ ...main, titel: 'Owls' }, 'main: unknown key "titel"'],
  ])('the main content %j is refused', (wrong, why) => {
    const problem = expect.stringContaining(`it returned nonsense: ${why}`);
    expect(readAnalysis({ words: 1, main: wrong })).toEqual({ ok: false, problem });
  });
});
