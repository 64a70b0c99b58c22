import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Declaration, declarations } from '../../packaging/declarations.ts';
import { apiPage, signatures, signaturesFile, withReference } from '../../packaging/write-api.ts';

let all: readonly Declaration[];
beforeAll(() => {
  all = declarations();
});

describe('what the package exports', () => {
  it('is what docs/schema/api.d.txt says: a change of it is a decision (`npm run docs` writes the file)', () => {
    expect(signatures(all)).toBe(readFileSync(signaturesFile, 'utf8'));
  });

  it('is described in docs/api.md as its declarations describe it', () => {
    const page = readFileSync(apiPage, 'utf8');
    expect(withReference(page, all)).toBe(page);
  });

  it('has a comment on every declaration', () => {
    expect(all.filter(({ text }) => !text.startsWith('/**')).map(({ name }) => name)).toEqual([]);
  });
});
