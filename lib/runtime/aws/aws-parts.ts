import type { LambdaClient } from '@aws-sdk/client-lambda';
import type { SchedulerClient } from '@aws-sdk/client-scheduler';
import type { SQSClient } from '@aws-sdk/client-sqs';
import type { Environment } from '../../config/stack/environment.ts';
import type { DeadLetters } from '../../ports/operate/dead-letters.ts';
import type { AwsRuntime } from './aws-ports.ts';

/** The parts of an installation on AWS, as seen from outside. */
export interface AwsParts extends AwsRuntime {
  readonly stack: string;
  readonly lambda: LambdaClient;
  readonly scheduler: SchedulerClient;
  readonly sqs: SQSClient;
  readonly letters: DeadLetters;
  readonly environment: Environment;
  /** What is switched off of the stack, a sentence each. */
  readonly stoppages: () => Promise<readonly string[]>;
}
