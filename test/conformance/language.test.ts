import { beforeAll, describe, expect, it } from 'vitest';
import { detectLanguage } from '../../lib/base/language/detect-language.ts';
import { loadDetector } from '../../lib/base/language/load-detector.ts';
import { hasCases, readCases } from '../support/cases.ts';

interface Case {
  readonly iso639_1: string | null;
  readonly text: string;
  readonly chars: number;
}

/** Languages that are told apart: those of ELD's extra small model. */
const known = new Set(
  (
    'am ar az be bg bn ca cs da de el en es et eu fa fi fr gu he hi hr hu hy is it ja ka kn ko ku lo lt lv ml mr ms nl no or ' +
    'pa pl pt ro ru sk sl sq sr sv ta te th tl tr uk ur vi yo zh'
  ).split(' '),
);
const file = 'language/cases.jsonl';

describe.skipIf(!hasCases(file))('language case suites', () => {
  beforeAll(loadDetector);

  it('detects 97 % of the texts of 60 characters and more in languages that it knows', () => {
    const cases = readCases<Case>(file).filter((one) => one.chars >= 60 && known.has(one.iso639_1 ?? ''));
    const right = cases.filter((one) => detectLanguage(one.text).code === one.iso639_1).length;
    console.log(`language: ${right} of ${cases.length} texts`);
    expect(cases.length).toBeGreaterThan(0);
    expect(right / cases.length).toBeGreaterThanOrEqual(0.97);
  });
});
