import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { analyse } from '../../examples/plugins/reading-time.ts';
import { filter } from '../../examples/plugins/well-described.ts';

const page = readFileSync(new URL('../../docs/plugins.md', import.meta.url), 'utf8');
const code = (path: string) =>
  readFileSync(new URL(`../../examples/plugins/${path}`, import.meta.url), 'utf8');

it('the plug-in that docs/plugins.md shows is the one in examples, without its comment', () => {
  const [, shown = ''] = /```ts\n([\s\S]*?)```/.exec(page) ?? [];
  expect(shown.trim()).toBe(
    code('well-described.ts')
      .replace(/\/\*\*[\s\S]*?\*\/\n/, '')
      .trim(),
  );
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
