import { environment } from '../../lib/config/stack/names.ts';

/** What a stack sets for its functions, and credentials that are good for nothing. */
export const functionVariables: Readonly<Record<string, string>> = {
  [environment.stack]: 'winnow',
  [environment.frontierTable]: 'frontier',
  [environment.recordsTable]: 'records',
  [environment.bucket]: 'bucket',
  [environment.queueUrl]: 'https://sqs.eu-west-1.amazonaws.com/123456789012/ready.fifo',
  [environment.turnSeconds]: '60',
  [environment.sql]: '{"jobs":["owls"],"everyHours":24}',
  [environment.maxOutstanding]: '1000',
  [environment.distiller]: 'winnow-distil',
  AWS_REGION: 'eu-west-1',
  AWS_ACCESS_KEY_ID: 'test',
  AWS_SECRET_ACCESS_KEY: 'test',
};
