import { expect, test } from 'vitest';
import { FunctionLog } from '../../../../lib/adapters/aws/metering/function-log.ts';
import { Meter } from '../../../../lib/adapters/aws/metering/meter.ts';
import { WinnowError } from '../../../../lib/base/error.ts';
import type { Outcome } from '../../../../lib/base/fetch/outcome.ts';

function logged(sample?: number) {
  const lines: Record<string, unknown>[] = [];
  const write = (line: string) => void lines.push(JSON.parse(line));
  const meter = new Meter();
  const log = new FunctionLog({ stack: 'winnow', name: 'harvest', meter, write, ...(sample && { sample }) });
  return { lines, log };
}

const visit = (outcome: Outcome) => ({
  url: 'https://example.org/',
  outcome,
  status: 200,
  bytes: 1,
  elapsedMs: 2,
});
const stored: Outcome = { kind: 'stored', md5: '0'.repeat(32) };

test('one visit of a hundred has a line of its own, the first of them', () => {
  const { lines, log } = logged();
  for (let n = 0; n < 201; n += 1) log.visit('birds', 'example.org', visit(stored));
  expect(lines).toHaveLength(3);
  expect(lines[0]).toMatchObject({ event: 'page', job: 'birds', host: 'example.org', outcome: 'stored' });
});

test('every visit that failed has one, with the reason', () => {
  const { lines, log } = logged();
  for (let n = 0; n < 5; n += 1) {
    log.visit('birds', 'example.org', visit({ kind: 'failed', reason: 'timeout', detail: 'after 10 s' }));
  }
  expect(lines).toHaveLength(5);
  expect(lines[4]).toMatchObject({ outcome: 'failed', reason: 'timeout', detail: 'after 10 s' });
});

test('an invocation is one line that says what it did and what is billed for it', () => {
  const { lines, log } = logged();
  log.invocation(1, { Pages: 3 }, { turns: 1 });
  expect(lines).toEqual([
    expect.objectContaining({ event: 'invocation', function: 'harvest', Pages: 3, turns: 1, billed: [] }),
  ]);
});

test('an error has its code and its causes', () => {
  const { lines, log } = logged();
  const cause = new Error('AccessDenied');
  log.error(new WinnowError('unavailable', 'DynamoDB refuses us', { cause }), 'request-1');
  log.returned({ messageId: 'm', group: 'g', error: 'odd' });
  expect(lines[0]).toMatchObject({
    event: 'error',
    requestId: 'request-1',
    code: 'unavailable',
    message: 'DynamoDB refuses us',
    causes: ['Error: AccessDenied'],
  });
  expect(lines[1]).toMatchObject({
    event: 'ticket-failed',
    messageId: 'm',
    code: 'internal',
    message: 'odd',
  });
});
