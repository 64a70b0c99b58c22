import { describe, expect, test } from 'vitest';
import { CallDeadline } from '../../lib/adapters/aws/clients/sdk-client.ts';
import { FunctionLog } from '../../lib/adapters/aws/metering/function-log.ts';
import { Meter } from '../../lib/adapters/aws/metering/meter.ts';
import { aroundInvocation } from '../../lib/runtime/aws/aws-function.ts';

describe('what stands around an invocation', () => {
  test('has requests to AWS end before it does, each invocation anew', () => {
    const deadline = new CallDeadline();
    const log = new FunctionLog({ stack: 's', name: 'any', meter: new Meter(), write: () => undefined });
    const { before } = aroundInvocation(deadline, log);
    expect(deadline.leftMs).toBe(Number.POSITIVE_INFINITY);
    for (const remaining of [5_000, 90_000]) {
      before({ context: { getRemainingTimeInMillis: () => remaining } });
      expect(deadline.leftMs).toBeLessThan(remaining);
      expect(deadline.leftMs).toBeGreaterThan(0);
    }
  });

  test('writes down what it fails with', () => {
    const lines: string[] = [];
    const log = new FunctionLog({
      stack: 's',
      name: 'any',
      meter: new Meter(),
      write: (line) => lines.push(line),
    });
    const { onError } = aroundInvocation(new CallDeadline(), log);
    onError({ error: new Error('broken'), context: { awsRequestId: 'r-1' } });
    expect(lines.join()).toContain('broken');
  });
});
