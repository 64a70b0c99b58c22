import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linksInHeader } from '../../lib/documents/parsing/link-header.ts';

const read = (header: string): readonly string[] =>
  linksInHeader(header).map(({ href, rel }) => `${href} ${rel.join(' ')}`);

describe('the links of a Link header', () => {
  it.each<[string, readonly string[]]>([
    ['<https://a.example/>; rel="canonical"', ['https://a.example/ canonical']],
    ['</x>; rel=next', ['/x next']],
    ['</x>;rel=NEXT;title="a, b; c"', ['/x next']],
    ['</1>; rel=prev, </2>; rel="next nofollow"', ['/1 prev', '/2 next nofollow']],
    ['</a,b;c>; rel=next', ['/a,b;c next']],
    ['</x>; title="say \\"hi\\", <y>"; rel=next', ['/x next']],
    ['</x> ; rel = next', ['/x next']],
    ['</x>; rel=next; rel=canonical', ['/x next']],
    ['</x>; rel="next', []],
    ['</wp-json/>; rel="https://api.w.org/"', []],
    ['</style.css>; rel=preload; as=style, </x>; rel=canonical', ['/x canonical']],
    ['</x>; rel=canonical; anchor="/y"', []],
    [`<${Buffer.from('/é').toString('latin1')}>; rel=canonical`, ['/%C3%A9 canonical']],
    ['</x>', []],
    ['<>; rel=canonical', [' canonical']],
    [', , </x>; rel=next ,', ['/x next']],
    ['no link; rel=next', []],
    ['', []],
  ])('%j', (header, expected) => {
    expect(read(header)).toEqual(expected);
  });

  it('are few, and found in time, whatever is sent', () => {
    expect(read('</x>; rel=next, '.repeat(4_000))).toHaveLength(100);
    for (const piece of ['<', '</x>;', '</x>; a="', '</x>; rel=next; a=', ', ', '; '])
      read(piece.repeat(64_000 / piece.length));
    fc.assert(
      fc.property(fc.string(), (header) => read(header).every((link) => link.length <= header.length + 1)),
    );
  });
});
