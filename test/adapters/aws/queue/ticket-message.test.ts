import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  encodeTickets,
  messageGroup,
  parseTickets,
} from '../../../../lib/adapters/aws/queue/ticket-message.ts';
import { hostName } from '../../../contracts/fixture.ts';

const name = fc.string({ minLength: 1, unit: 'grapheme' });
const required = ['job', 'host', 'turn', 'id', 'gate', 'config', 'pages'] as const;
const ticket = fc.record(
  {
    job: name,
    host: name.map(hostName),
    turn: fc.nat({ max: Number.MAX_SAFE_INTEGER }),
    id: name,
    gate: name,
    config: name,
    pages: fc.nat(),
    day: name,
  },
  { requiredKeys: [...required] },
);

const ticketLike = {
  ...{ job: 'birds', host: hostName('a.example'), turn: 1, id: 'id' },
  ...{ gate: 'a.example', config: 'c', pages: 5 },
};

describe('a ticket as a message', () => {
  it('comes back as it was sent', () => {
    fc.assert(
      fc.property(ticket, (one) => {
        expect(parseTickets(encodeTickets([one]))).toEqual([one]);
      }),
    );
  });

  it('comes back with those that share its message, in order', () => {
    fc.assert(
      fc.property(fc.array(ticket, { minLength: 2, maxLength: 5 }), (all) => {
        expect(parseTickets(encodeTickets(all))).toEqual(all);
      }),
    );
  });

  it('is read by an older version as long as it is alone', () => {
    fc.assert(
      fc.property(ticket, (one) => {
        expect(JSON.parse(encodeTickets([one]))).toEqual({ v: 1, ...one });
      }),
    );
  });

  it('is refused by a reader of an older version, who says so', () => {
    expect(() => parseTickets('{"v":3}')).toThrow(expect.objectContaining({ code: 'newer' }));
  });

  it('is refused when a field is missing, or of another type', () => {
    fc.assert(
      fc.property(
        ticket,
        fc.constantFrom('v', ...required),
        fc.constantFrom(undefined, null, '', -1, 1.5, {}, []),
        (one, field, value) => {
          const body = JSON.stringify({ ...JSON.parse(encodeTickets([one])), [field]: value });
          expect(() => parseTickets(body)).toThrow(expect.objectContaining({ code: 'corrupt' }));
        },
      ),
    );
  });

  it('is refused with all others of its message when one of them is none', () => {
    const good = JSON.parse(encodeTickets([ticketLike, ticketLike]));
    for (const tickets of [[], 'x', [good.tickets[0], {}], [null]])
      expect(() => parseTickets(JSON.stringify({ v: 2, tickets }))).toThrow(
        expect.objectContaining({ code: 'corrupt' }),
      );
  });

  it('is never anything else than a ticket or refused', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (body) => {
        expect(() => parseTickets(body)).toThrow(expect.objectContaining({ name: 'WinnowError' }));
      }),
    );
  });

  it('goes to a group of characters that SQS takes, one per gate', () => {
    expect(messageGroup('example.org')).toMatch(/^[0-9a-f]{32}$/);
    expect(messageGroup('example.org')).toBe(messageGroup('example.org'));
    expect(messageGroup('example.org')).not.toBe(messageGroup('example.org:8080'));
  });
});
