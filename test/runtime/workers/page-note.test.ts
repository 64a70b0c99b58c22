import { describe, expect, it } from 'vitest';
import { newNoteMemory, pageIn, readNote, writeNote } from '../../../lib/runtime/workers/page-note.ts';

describe('the note of a worker in shared memory', () => {
  it('says which page is read, from its begin to its end', () => {
    const memory = newNoteMemory();
    const note = writeNote(memory);
    expect(pageIn(memory)).toBeUndefined();
    note.begin('http://a.example/long/path');
    expect(pageIn(memory)).toBe('http://a.example/long/path');
    note.end();
    expect(pageIn(memory)).toBeUndefined();
    note.begin('http://ü.example/');
    expect(pageIn(memory)).toBe('http://ü.example/');
    expect(readNote(memory).reads).toBe(3);
  });

  it('has room for the longest URL, and keeps the begin of a longer one', () => {
    const memory = newNoteMemory();
    const note = writeNote(memory);
    note.begin(`http://a.example/${'x'.repeat(100_000)}`);
    expect(pageIn(memory)).toHaveLength(8_192);
  });
});
