import { describe, expect, it } from 'vitest';
import { fromItem, toItem } from '../../../../lib/adapters/aws/base/attributes.ts';
import { controlItem, controlOf } from '../../../../lib/adapters/aws/tables/dynamo-hosts.ts';

const core = { state: 'idle', turn: 3, published: 3, attempts: 0 } as const;
const counters = { pending: 1, visited: 2, outcomes: { stored: 2 }, bytes: 9 };

/** As the first versions stored it, with a field that this one does not know. */
const stored = {
  ...core,
  counters,
  careful: 2,
  suspect: { fingerprint: 'f', tries: 1 },
  backoffs: 4,
  crowded: 3,
  parked: { since: 7, reason: 'dns' },
  standing: 'twin',
  unheard: { of: 1 },
};

describe("the item of a host's control", () => {
  it('is read into the fields of capabilities', () => {
    expect(controlOf(fromItem(toItem(stored)))).toEqual({
      ...{ ...core, counters, standing: 'twin', unheard: { of: 1 } },
      care: { turns: 2, suspect: { fingerprint: 'f', tries: 1 } },
      politeness: { backoffs: 4, crowded: 3, parked: { since: 7, reason: 'dns' } },
    });
  });

  it('has the attributes that it always had, and loses none', () => {
    const again = controlItem(controlOf(fromItem(toItem(stored))));
    expect(fromItem(toItem(again))).toEqual(stored);
  });

  it('of a host that is well has none of them', () => {
    const plain = { ...core, counters };
    expect(controlOf(fromItem(toItem(plain)))).toEqual(plain);
    expect(fromItem(toItem(controlItem(plain)))).toEqual(plain);
  });
});
