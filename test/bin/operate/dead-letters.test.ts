import { describe, expect, test } from 'vitest';
import type { ConversionOrder } from '../../../lib/domain/convert/conversion.ts';
import type { DeadLetter } from '../../../lib/ports/operate/dead-letters.ts';
import { viewed } from '../../support/viewed.ts';

const order = {
  job: 'birds',
  host: 'a.example',
  id: 'x',
  url: 'http://a.example/owls.pdf',
} as ConversionOrder;
const letter: DeadLetter = {
  ...{ id: 'm-1', sentAt: 0, queue: 'conversions', ticket: undefined },
  order,
  body: JSON.stringify(order),
};

describe('a dead letter of the convert queue', () => {
  test('is listed with its queue, job and host', async () => {
    expect(await viewed('letters', [letter])).toMatch(/m-1 .* conversions +birds +a\.example/);
  });

  test('is shown with its document and the state of its host', async () => {
    const shown = await viewed('letter', [{ ...letter, host: { state: 'due', turn: 3 } }], { now: 60_000 });
    expect(shown).toMatch(/document +http:\/\/a\.example\/owls\.pdf/);
    expect(shown).toMatch(/host now +due, turn 3/);
  });

  test('is listed as it stands when it is no order', async () => {
    expect(await viewed('letters', [{ ...letter, order: undefined, body: '<odd>' }])).toContain('<odd>');
  });
});
