import { describe, expect, test } from 'vitest';
import { openBody, type PartCodec, seal, stateIn } from '../../../../lib/domain/frontier/body.ts';
import { defaultLimits } from '../../../../lib/domain/frontier/limits.ts';
import { SegmentStore } from '../segment-store.ts';

interface Count {
  pages: number;
}

const counting: PartCodec<Count> = {
  name: 'counting',
  version: 2,
  empty: () => ({ pages: 0 }),
  encode: ({ pages }) => (pages === 0 ? undefined : { pages }),
  decode: (stored) => ({ pages: (stored as never as Count).pages }),
};

const host = 'www.example.org' as never;
const { read } = new SegmentStore();
const open = (bytes?: Uint8Array, limits = defaultLimits) =>
  openBody(bytes, { host, fingerprintKey: 'a key', limits });
const commit = async (body: ReturnType<typeof open>) =>
  (await seal(body, { turn: body.turn + 1, outbox: () => null, segmentPrefix: '1', read })).bytes;

describe('what parts remember of a host', () => {
  test('is stored with its body, and is the same value while the body is open', async () => {
    const body = open();
    stateIn(body.parts, counting).pages += 2;
    expect(stateIn(body.parts, counting)).toEqual({ pages: 2 });
    const again = open(await commit(body));
    expect(stateIn(again.parts, counting)).toEqual({ pages: 2 });
    stateIn(body.parts, counting).pages += 1;
    expect(stateIn(open(await commit(body)).parts, counting)).toEqual({ pages: 3 });
  });

  test('takes no room when there is nothing to remember', async () => {
    const [plain, looked] = [open(), open()];
    stateIn(looked.parts, counting);
    expect(await commit(looked)).toEqual(await commit(plain));
  });

  test('stays while nobody asks for it, as of a part that this version does not know', async () => {
    const body = open();
    stateIn(body.parts, { ...counting, name: 'of later', version: 9 }).pages = 4;
    stateIn(body.parts, counting).pages = 1;
    let bytes = await commit(body);
    for (let turn = 0; turn < 3; turn++) {
      const next = open(bytes);
      stateIn(next.parts, counting).pages += 1;
      bytes = await commit(next);
    }
    const last = open(bytes);
    expect(stateIn(last.parts, { ...counting, name: 'of later', version: 9 })).toEqual({ pages: 4 });
    expect(stateIn(last.parts, counting)).toEqual({ pages: 4 });
  });

  test.each([
    [1, 'older', 'of an earlier Winnow'],
    [3, 'newer', 'of a newer Winnow'],
  ])('is not read in version %i, and the error says whose it is', async (version, code, whose) => {
    const body = open();
    stateIn(body.parts, { ...counting, version }).pages = 7;
    const stored = await commit(body);
    expect(() => stateIn(open(stored).parts, counting)).toThrow(
      expect.objectContaining({ code, message: expect.stringContaining(`version ${version} ${whose}`) }),
    );
  });

  test('is read in the versions since the oldest that its part reads, and stored in the last', async () => {
    const since = { ...counting, oldest: 1 };
    const body = open();
    stateIn(body.parts, { ...counting, version: 1 }).pages = 7;
    const again = open(await commit(body));
    expect(stateIn(again.parts, since)).toEqual({ pages: 7 });
    expect(stateIn(open(await commit(again)).parts, counting)).toEqual({ pages: 7 });
    stateIn(body.parts, { ...counting, name: 'before', version: 1 }).pages = 1;
    const stored = await commit(body);
    expect(() => stateIn(open(stored).parts, { ...counting, name: 'before', version: 3, oldest: 2 })).toThrow(
      expect.objectContaining({ code: 'older' }),
    );
  });

  test('may have bytes of its own, which stay with it', async () => {
    const bytesOf = ({ pages }: Count) => Uint8Array.from({ length: pages }, () => pages);
    const decode = (_: unknown, bytes: Uint8Array) => ({ pages: 10 * bytes.length });
    const [a, b, c] = ['a', 'b', 'c'].map((name) => ({ ...counting, name, bytesOf, decode })) as [
      PartCodec<Count>,
      PartCodec<Count>,
      PartCodec<Count>,
    ];
    const body = open();
    stateIn(body.parts, c).pages = 3;
    stateIn(body.parts, a).pages = 2;
    stateIn(body.parts, counting).pages = 1;
    stateIn(body.parts, b).pages = 4;
    let bytes = await commit(body);
    for (let turn = 0; turn < 2; turn++) bytes = await commit(open(bytes));
    const last = open(bytes);
    const pages = [c, counting, a, b].map((codec) => stateIn(last.parts, codec).pages);
    expect(pages).toEqual([30, 1, 20, 40]);
  });

  test('is the same bytes in whatever order parts were asked for', async () => {
    const other = { ...counting, name: 'another' };
    const enter = (codecs: readonly PartCodec<Count>[]) => {
      const body = open();
      for (const codec of codecs) stateIn(body.parts, codec).pages = 1;
      return commit(body);
    };
    expect(await enter([counting, other])).toEqual(await enter([other, counting]));
  });

  test('belongs to one part', () => {
    const body = open();
    stateIn(body.parts, counting);
    expect(() => stateIn(body.parts, { ...counting })).toThrow(/two parts have the name counting/);
  });

  test('is shed where the body would be too large to be stored', async () => {
    const shedding: PartCodec<Count> = {
      ...counting,
      shed(state) {
        state.pages = 0;
      },
    };
    const body = open(undefined, { ...defaultLimits, maxHeadBytes: 10 });
    stateIn(body.parts, shedding).pages = 5;
    expect(stateIn(open(await commit(body)).parts, counting)).toEqual({ pages: 0 });
  });
});
