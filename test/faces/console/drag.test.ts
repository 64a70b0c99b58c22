import { describe, expect, it } from 'vitest';
import {
  changeFor,
  type Dragged,
  packDragged,
  readDragged,
} from '../../../lib/faces/console/browser/topic/drag.ts';

const example: Dragged = { kind: 'example', names: ['d0', 'd1'], says: '2 examples' };
const page: Dragged = { kind: 'page', names: ['https://a.example/'], says: 'the page' };

describe('what is dragged onto a class', () => {
  it.each([example, page])('comes out as it was put in: $kind', (dragged) => {
    expect(readDragged(packDragged(dragged))).toEqual(dragged);
  });

  it.each([
    '',
    'text',
    'null',
    '[]',
    '{"kind":"file","names":["a"]}',
    '{"kind":"page","names":[]}',
    '{"kind":"page","names":[1]}',
    '{"kind":"page","names":"a"}',
    JSON.stringify({ kind: 'page', names: Array.from({ length: 1_001 }, String) }),
  ])('is nothing where it is none of ours: %s', (text) => {
    expect(readDragged(text)).toBeUndefined();
  });

  it('moves examples, and makes examples of pages', () => {
    expect(changeFor(example, '/a')).toEqual({
      verb: 'classes-move',
      body: { examples: ['d0', 'd1'], to: '/a' },
      label: 'Move 2 examples to /a',
    });
    expect(changeFor(page, '/a')).toMatchObject({ verb: 'classes-add', body: { pages: page.names } });
  });
});
