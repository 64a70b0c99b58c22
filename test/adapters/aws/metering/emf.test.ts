import { expect, test } from 'vitest';
import { emfLine } from '../../../../lib/adapters/aws/metering/emf.ts';

const invocation = { stack: 'winnow', name: 'harvest', at: 1_700_000_000_000 };

test('an invocation is one line whose only dimension is the stack', () => {
  const line = emfLine({ ...invocation, metrics: { Pages: 5, Bytes: 1_000 } });
  expect(line).not.toContain('\n');
  expect(JSON.parse(line)).toEqual({
    _aws: {
      Timestamp: 1_700_000_000_000,
      CloudWatchMetrics: [
        {
          Namespace: 'Winnow',
          Dimensions: [['stack']],
          Metrics: [
            { Name: 'Pages', Unit: 'Count' },
            { Name: 'Bytes', Unit: 'Bytes' },
          ],
        },
      ],
    },
    event: 'invocation',
    stack: 'winnow',
    function: 'harvest',
    Pages: 5,
    Bytes: 1_000,
  });
});

test('what is zero is no metric, so that a stack at rest pays for none', () => {
  const line = JSON.parse(emfLine({ ...invocation, metrics: { SentTickets: 0 }, properties: { passes: 1 } }));
  expect(line).toEqual({ passes: 1, event: 'invocation', stack: 'winnow', function: 'harvest' });
});
