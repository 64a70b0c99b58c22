import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { analyse as between } from '../../examples/plugins/between-marks.ts';
import { analyse } from '../../examples/plugins/reading-time.ts';
import { filter } from '../../examples/plugins/well-described.ts';

const page = readFileSync(new URL('../../docs/plugins.md', import.meta.url), 'utf8');
const code = (path: string) =>
  readFileSync(new URL(`../../examples/plugins/${path}`, import.meta.url), 'utf8');

it('the plug-ins that docs/plugins.md shows are those in examples, without their comments', () => {
  const shown = [...page.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, one = '']) => one.trim());
  const written = ['well-described.ts', 'between-marks.ts'].map((path) =>
    code(path)
      .replace(/\/\*\*[\s\S]*?\*\/\n/, '')
      .trim(),
  );
  expect(shown).toEqual(written);
});

it('an analyser replaces the main content of a page by what stands between two marks', async () => {
  const document = { text: 'Menu\nOwls\nThey hunt.\nAt night.\nComments', headings: [{ text: 'Owls' }] };
  const asDocument = document as unknown as Parameters<typeof between>[0];
  expect(await between(asDocument, asked({ end: 'Comments' }))).toEqual({
    main: { kind: 'article', text: 'They hunt.\nAt night.' },
  });
  expect(await between(asDocument, asked({ end: 'Footer' }))).toBeUndefined();
});

it('both do what the page says, with the options that it shows', async () => {
  const document = {
    text: 'Owls hunt '.repeat(100),
    headings: ['Owls'],
    links: [{ url: 'http://a.example/x' }],
  };
  const verdict = await filter(document as unknown as Parameters<typeof filter>[0], asked({ minWords: 40 }));
  expect(verdict).toMatchObject({ relevant: true, score: 1 });
  const fields = await analyse(
    document as unknown as Parameters<typeof analyse>[0],
    asked({ wordsPerMinute: 200 }),
  );
  expect(fields).toEqual({ words: 200, 'reading-minutes': 1, 'linked-hosts': ['a.example'] });
});

function asked(options: Readonly<Record<string, unknown>>): Parameters<typeof filter>[1] {
  return { options } as unknown as Parameters<typeof filter>[1];
}
