import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { EventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { environment } from '../../config/stack/names.ts';
import { maxDeliveries, orderKeptMs } from '../../documents/settings.ts';
import { type AlarmSettings, runbookAlarm } from './alarm.ts';
import type { Encryption } from './encryption.ts';
import { convertTimeoutMs } from './function-shapes.ts';
import type { Granted, WinnowFunction } from './winnow-function.ts';

/** SQS lists no queue: letters are received, and made visible again. */
export const lookingAtLetters = [
  'sqs:GetQueueAttributes',
  'sqs:ReceiveMessage',
  'sqs:ChangeMessageVisibility',
];

export interface OrderQueueProps {
  readonly settings: AlarmSettings;
  readonly encryption: Encryption;
}

/**
 * Orders to convert documents, one to an invocation, in any order; with dead letters and alarms. After `maxDeliveries` a
 * converter answers an order without another try: an order ends among the dead letters only if even that fails.
 */
export class OrderQueue extends Construct {
  readonly queue: Queue;
  readonly deadLetters: Queue;

  constructor(scope: Construct, id: string, { settings, encryption }: OrderQueueProps) {
    super(scope, id);
    const common = { ...encryption.ofQueue, enforceSSL: true, removalPolicy: RemovalPolicy.DESTROY };
    this.deadLetters = new Queue(this, 'DeadLetters', { ...common, retentionPeriod: Duration.days(14) });
    this.queue = new Queue(this, 'Orders', {
      ...common,
      retentionPeriod: Duration.millis(orderKeptMs),
      // An order whose converter died comes again soon; Lambda asks for at least the time-out of the function.
      visibilityTimeout: Duration.millis(convertTimeoutMs + 60_000),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: maxDeliveries + 3 },
    });
    const fiveMinutes = { period: Duration.minutes(5) };
    runbookAlarm(this, 'AgeAlarm', {
      settings,
      name: 'conversions-old',
      essential: true,
      metric: this.queue.metricApproximateAgeOfOldestMessage(fiveMinutes),
      above: Duration.hours(6).toSeconds(),
      periods: 3,
      what: 'A document has waited for its conversion for six hours: converters do not keep up or do not run.',
      section: 'documents-wait-for-conversion',
    });
    runbookAlarm(this, 'DeadLettersAlarm', {
      settings,
      name: 'conversions-given-up',
      essential: true,
      metric: this.deadLetters.metricApproximateNumberOfMessagesVisible({
        ...fiveMinutes,
        statistic: 'Maximum',
      }),
      above: 0,
      periods: 1,
      what: 'An order to convert a document was given up: even its failure could not be stored.',
      section: 'documents-wait-for-conversion',
    });
  }

  /** Lets a function look at the dead letters, and let others see them again. */
  grantLook(fn: Granted): void {
    fn.setVariable(environment.convertLettersUrl, this.deadLetters.queueUrl);
    fn.setVariable(environment.convertQueueUrl, this.queue.queueUrl);
    fn.allow(lookingAtLetters, [this.deadLetters.queueArn]);
  }

  /** Lets a function look at, redrive and delete the dead letters. */
  grantLetters(fn: Granted): void {
    this.grantLook(fn);
    fn.allow(['sqs:DeleteMessage'], [this.deadLetters.queueArn]);
    this.grantWrite(fn);
  }

  /** Lets a function send orders. */
  grantWrite(fn: Granted): void {
    fn.setVariable(environment.convertQueueUrl, this.queue.queueUrl);
    fn.allow(['sqs:SendMessage'], [this.queue.queueArn]);
  }

  /** Delivers orders to a function, one to an invocation: documents share no fate. */
  deliverTo(fn: WinnowFunction, maxConcurrency: number): void {
    fn.allow(
      ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:ChangeMessageVisibility', 'sqs:GetQueueAttributes'],
      [this.queue.queueArn],
    );
    const mapping = new EventSourceMapping(this, 'Delivery', {
      target: fn.lambda,
      eventSourceArn: this.queue.queueArn,
      batchSize: 1,
      reportBatchItemFailures: true,
      maxConcurrency,
    });
    // Lambda reads from the queue when the mapping is made, so the role needs its permissions by then.
    mapping.node.addDependency(fn.lambda);
  }
}
