import { describe, expect, it } from 'vitest';
import type { LatentText } from '../../../lib/topic/train.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { latentJudge } from './field.ts';

const words = (prefix: string, count: number) => Array.from({ length: count }, (_, at) => `${prefix}${at}`);
/** Two topics that share half of their words, and one that shares none. */
const [shared, farming, brewing, music] = [
  words('grain', 12),
  words('field', 12),
  words('beer', 12),
  words('tune', 24),
];

function drawnTexts(from: readonly string[], count: number, seed: number): readonly string[] {
  const random = seededRandom(seed, 7);
  const drawn = () => from[Math.floor(random() * from.length)] as string;
  return Array.from({ length: count }, () => Array.from({ length: 12 }, drawn).join(' '));
}
const text = (said: string, more: Partial<LatentText> = {}): LatentText => ({
  title: '',
  text: said,
  ...more,
});

const labelled = [
  ...drawnTexts([...shared, ...farming], 10, 1).map((said) => text(said, { label: 1 })),
  ...drawnTexts(music, 10, 2).map((said) => text(said, { label: 0 })),
];
const refused = drawnTexts([...shared, ...brewing], 20, 3);
const unseen = {
  farming: drawnTexts([...shared, ...farming], 40, 4),
  brewing: drawnTexts([...shared, ...brewing], 40, 5),
};

/** Of unseen texts of two near topics, how many are on the right side. */
function right(texts: readonly LatentText[]): { readonly farming: number; readonly brewing: number } {
  const judge = latentJudge(texts, { dimensions: 10 });
  return {
    farming: unseen.farming.filter((said) => judge.fit(said) > 0).length,
    brewing: unseen.brewing.filter((said) => judge.fit(said) <= 0).length,
  };
}

describe('topics that lie near each other', () => {
  it('are told apart by what the filter refused and the space finds near the topic', () => {
    const before = right([...labelled, ...refused.map((said) => text(said))]);
    const after = right([...labelled, ...refused.map((said) => text(said, { isRefused: true }))]);
    expect(before.brewing).toBeLessThan(20);
    expect(after.brewing).toBeGreaterThan(35);
    expect(after.farming).toBeGreaterThan(35);
  });

  it('lose nothing by what was refused and lies far from the topic: nothing is learnt of that', () => {
    const far = drawnTexts(music, 10, 6);
    const [known, refusedFar] = [text, (said: string) => text(said, { isRefused: true })].map((of) =>
      latentJudge([...labelled, ...far.map((said) => of(said))], { dimensions: 10 }),
    );
    for (const said of unseen.farming) expect(refusedFar?.fit(said)).toBe(known?.fit(said));
  });
});
