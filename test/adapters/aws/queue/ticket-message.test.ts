import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  encodeTicket,
  messageGroup,
  parseTicket,
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

describe('a ticket as a message', () => {
  it('comes back as it was sent', () => {
    fc.assert(
      fc.property(ticket, (one) => {
        expect(parseTicket(encodeTicket(one))).toEqual(one);
      }),
    );
  });

  it('is refused by a reader of an older version, who says so', () => {
    expect(() => parseTicket('{"v":2}')).toThrow(expect.objectContaining({ code: 'newer' }));
  });

  it('is refused when a field is missing, or of another type', () => {
    fc.assert(
      fc.property(
        ticket,
        fc.constantFrom('v', ...required),
        fc.constantFrom(undefined, null, '', -1, 1.5, {}, []),
        (one, field, value) => {
          const body = JSON.stringify({ ...JSON.parse(encodeTicket(one)), [field]: value });
          expect(() => parseTicket(body)).toThrow(expect.objectContaining({ code: 'corrupt' }));
        },
      ),
    );
  });

  it('is never anything else than a ticket or refused', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (body) => {
        expect(() => parseTicket(body)).toThrow(expect.objectContaining({ name: 'WinnowError' }));
      }),
    );
  });

  it('goes to a group of characters that SQS takes, one per gate', () => {
    expect(messageGroup('example.org')).toMatch(/^[0-9a-f]{32}$/);
    expect(messageGroup('example.org')).toBe(messageGroup('example.org'));
    expect(messageGroup('example.org')).not.toBe(messageGroup('example.org:8080'));
  });
});
