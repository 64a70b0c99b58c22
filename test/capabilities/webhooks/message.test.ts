import { describe, expect, it } from 'vitest';
import { maxBodyBytes, messageOf } from '../../../lib/capabilities/webhooks/message.ts';
import type { Replaced } from '../../../lib/pipeline/feed/replaced-text.ts';
import { applied } from '../../support/webhooks/applied-difference.ts';
import { gone, put } from '../../support/webhooks/hook.ts';

const sink = { job: 'birds', name: 'hook', generation: 1 };
const data = (change: ReturnType<typeof put>, replaced?: Replaced) =>
  JSON.parse(messageOf(sink, change, replaced).body).data;
const textBefore = (text: string | undefined): Replaced => ({ md5: 'old', text }) as Replaced;
const lines = (word: string, count: number): string =>
  Array.from({ length: count }, (_, at) => `${word} ${at}`).join('\n');

describe('a message', () => {
  it('says what happened to a record, when, and what it is now', () => {
    expect(JSON.parse(messageOf(sink, put('wren', { revision: 3 }), undefined).body)).toEqual({
      type: 'record.created',
      timestamp: '2026-11-18T11:06:40.000Z',
      data: {
        ...{ job: 'birds', host: 'a.example', md5: 'wren', revision: 3, url: 'https://a.example/wren' },
        ...{ urls: ['https://a.example/wren'], title: 'Title of wren', text: 'Text of wren' },
        ...{ mediaType: 'text/html', classes: [], firstSeen: 1, lastChanged: 1 },
      },
    });
    expect(JSON.parse(messageOf(sink, gone('wren'), undefined).body)).toEqual({
      type: 'record.deleted',
      timestamp: '2026-11-18T11:06:41.000Z',
      data: { job: 'birds', host: 'a.example', md5: 'wren', url: 'https://a.example/wren' },
    });
  });

  it('has the same id at every try, and another one for another change, job, name or generation', () => {
    const id = (change = put('wren'), of: object = {}): string =>
      messageOf({ ...sink, ...of }, change, undefined).id;
    expect(id()).toBe(id());
    expect(id(put('wren', { change: 'updated' }))).toBe(id());
    expect(id()).toMatch(/^msg_[A-Za-z0-9]{30,}$/);
    const others = [
      ...[id(put('wren', { revision: 2 })), id(put('owl')), id(gone('wren')), id(gone('owl'))],
      ...[id(put('wren'), { job: 'b' }), id(put('wren'), { name: 'b' }), id(put('wren'), { generation: 2 })],
    ];
    expect(new Set([...others, id()]).size).toBe(8);
  });

  it('has the difference to the text before, which makes the new text of it', () => {
    const [old, now] = ['wrens\nsing\nat dawn', 'wrens\nsleep\nat dawn'];
    const { replaces } = data(put('wren', { text: now }), textBefore(old));
    expect(replaces).toEqual({
      md5: 'old',
      difference: expect.stringMatching(/^--- old\n\+\+\+ wren\n@@ -1,3 \+1,3 @@/),
    });
    expect(applied(old, replaces.difference)).toBe(now);
  });

  it.each([
    ['not-stored', undefined, 'a'],
    ['too-different', lines('a', 600), lines('b', 600)],
    ['too-long', lines('a', 20_001), 'a'],
    ['too-large', 'a'.repeat(40_000), 'b'.repeat(40_000)],
  ])('says why it has no difference: %s', (noDifference, old, now) => {
    expect(data(put('wren', { text: now }), textBefore(old)).replaces).toEqual({ md5: 'old', noDifference });
  });

  it('has a bounded body, whatever it is of, and says what was cut', () => {
    const text = '\u{1F426}"\n'.repeat(200_000);
    const urls = Array.from({ length: 100 }, (_, at) => `https://a.example/${'a'.repeat(1_900)}${at}`);
    const classes = Array.from({ length: 2_000 }, (_, at) => ({ id: `class-${at}` }));
    const change = put('wren', { text });
    if (!('line' in change)) throw new Error('it is put');
    const large = { ...change.line.record, urls, title: 'é'.repeat(100_000), topic: { score: 1, classes } };
    const whole = { ...change, line: { ...change.line, record: large } } as unknown as typeof change;
    const { body } = messageOf(sink, whole, textBefore(`${lines('old', 900)}\n${text.slice(0, 20_000)}`));
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(maxBodyBytes);
    expect(Buffer.byteLength(body)).toBeGreaterThan(maxBodyBytes / 2);
    const said = JSON.parse(body).data;
    expect(said.cut).toEqual({ text: text.length, title: 100_000, urls: 100, classes: 2_000 });
    expect(text.startsWith(said.text)).toBe(true);
    expect(said.text.isWellFormed()).toBe(true);
    expect(said.urls).toEqual(urls.slice(0, said.urls.length));
  });
});
