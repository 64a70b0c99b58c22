import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { winnow } from './test-io.ts';

const page = readFileSync(new URL('../../docs/topics.md', import.meta.url), 'utf8');
const example = /## Why a page is on topic: a worked example\n(.*?)\n## /s.exec(page)?.[1] ?? '';
const directory = mkdtempSync(join(tmpdir(), 'winnow-topics-'));

function block(language: string): string {
  return new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(example)?.[1] ?? '';
}

describe('the worked example of docs/topics.md', () => {
  it('says what it is said to say', async () => {
    writeFileSync(join(directory, 'owls.txt'), block('topic'));
    writeFileSync(join(directory, 'owl.html'), block('html'));
    const [program, ...words] = block('sh').trimEnd().split(' ');
    expect(program).toBe('winnow');
    const { exit, out, err } = await winnow(
      words.map((word) => (/\.(html|txt)$/.test(word) ? join(directory, word) : word)),
    );
    expect({ exit, err }).toEqual({ exit: 0, err: '' });
    expect(out).toContain(block('text'));
    expect(readFileSync(join(directory, 'evidence.html'), 'utf8')).toContain('<mark');
  });
});
