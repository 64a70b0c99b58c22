import { expect, it } from 'vitest';
import { encodeInboxMessage } from '../../../lib/domain/inbox/inbox-item.ts';
import { sourceFiles } from '../../support/architecture/imports.ts';

const keys = sourceFiles('lib').flatMap(({ text }) =>
  [...text.matchAll(/\borderKind<[^;]*?>\('(\w+)'\)/g)].map(([, key = '']) => key),
);

it('gives every kind of order a key of its own, and none that a field of every message has', () => {
  const visit = { url: 'https://a.example/', outcome: 'stored' };
  const whole = {
    ...{
      candidates: [],
      hostHops: 1,
      dueBefore: 1,
      visit: 'https://a.example/',
      unproven: true,
      by: 'b.example',
    },
    ...{ again: 'x', mark: { before: 1 }, sites: [], moved: [{ visit, rank: 0, hops: 0 }] },
  };
  const fields = Object.keys(JSON.parse(Buffer.from(encodeInboxMessage(whole as never)).toString()));
  expect(fields).toHaveLength(11);
  expect(keys.length).toBeGreaterThan(8);
  expect(new Set([...keys, ...fields]).size).toBe(keys.length + fields.length);
});
