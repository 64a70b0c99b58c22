import { describe, expect, it } from 'vitest';
import { charsetOf, fewGuesses } from '../../../lib/documents/charset/charset.ts';

/** "Привет, как у вас дела?" */
const russian = Buffer.from('cff0e8e2e5f22c20eae0ea20f320e2e0f120e4e5ebe03f', 'hex');
/** "Καλημέρα, τι κάνετε σήμερα;" */
const greek = Buffer.from('cae1ebe7ecddf1e12c20f4e920eadcede5f4e520f3deece5f1e13b', 'hex');

describe('guesses at the encodings of the texts of one document', () => {
  it('are of each text by itself as long as the texts are few', () => {
    const guess = fewGuesses();
    expect(charsetOf(greek, undefined, 'none', guess)).toBe('windows-1253');
    expect(charsetOf(russian, undefined, 'none', guess)).toBe('windows-1251');
  });

  it('are twenty, whatever number of texts it has: the last one holds for the others', () => {
    const guess = fewGuesses();
    for (let text = 0; text < 20; text += 1) charsetOf(russian, undefined, 'none', guess);
    expect(charsetOf(greek, undefined, 'none', guess)).toBe('windows-1251');
  });

  it('are not asked for texts that say what they are', () => {
    const guess = (): string => expect.fail('it guesses');
    expect(charsetOf(greek, 'windows-1253', 'none', guess)).toBe('windows-1253');
    expect(charsetOf(Buffer.from('é'), undefined, 'none', guess)).toBe('utf-8');
  });
});
