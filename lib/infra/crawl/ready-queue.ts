import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { EventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import { DeduplicationScope, FifoThroughputLimit, Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { environment } from '../../config/stack/names.ts';
import { messagesPerBatch } from '../../config/stack/outstanding-tickets.ts';
import type { Timing } from '../../domain/settings/timing.ts';
import { type AlarmSettings, runbookAlarm } from './alarm.ts';
import type { Encryption } from './encryption.ts';
import { lookingAtLetters } from './order-queue.ts';
import type { WinnowFunction } from './winnow-function.ts';

export interface ReadyQueueProps {
  readonly timing: Timing;
  readonly settings: AlarmSettings;
  readonly encryption: Encryption;
}

const retention = Duration.days(14);

/**
 * ready.fifo: tickets on their way to a harvester, one at a time per gate that hosts share; with its dead letters, alarms and redrive
 * command. In high-throughput mode the limits are per message group, so hosts do not share one.
 */
export class ReadyQueue extends Construct {
  readonly queue: Queue;
  readonly deadLetters: Queue;

  constructor(scope: Construct, id: string, props: ReadyQueueProps) {
    super(scope, id);
    const { timing, settings, encryption } = props;
    const fifo = {
      fifo: true,
      deduplicationScope: DeduplicationScope.MESSAGE_GROUP,
      fifoThroughputLimit: FifoThroughputLimit.PER_MESSAGE_GROUP_ID,
      retentionPeriod: retention,
      ...encryption.ofQueue,
      enforceSSL: true,
      removalPolicy: RemovalPolicy.DESTROY,
    };
    this.deadLetters = new Queue(this, 'DeadLetters', fifo);
    this.queue = new Queue(this, 'Tickets', {
      ...fifo,
      visibilityTimeout: Duration.millis(timing.visibilityMs),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: timing.maxReceives },
    });
    const fiveMinutes = { period: Duration.minutes(5) };
    runbookAlarm(this, 'AgeAlarm', {
      settings,
      name: 'tickets-old',
      essential: true,
      metric: this.queue.metricApproximateAgeOfOldestMessage(fiveMinutes),
      above: timing.ticketMs / 1_000,
      periods: 1,
      what: 'A ticket has waited for longer than it is valid: harvesters do not keep up or do not run.',
      section: 'tickets-are-old',
    });
    runbookAlarm(this, 'DeadLettersAlarm', {
      settings,
      name: 'dead-letters',
      essential: true,
      metric: this.deadLetters.metricApproximateNumberOfMessagesVisible({
        ...fiveMinutes,
        statistic: 'Maximum',
      }),
      above: 0,
      periods: 1,
      what: 'A ticket was given up: a harvester died or failed over it again and again.',
      section: 'dead-letters',
    });
  }

  /** Lets a function read the number of outstanding tickets. */
  grantRead(fn: WinnowFunction): void {
    this.grant(fn, ['sqs:GetQueueAttributes']);
  }

  /** Lets a function look at the dead letters, and let others see them again. */
  grantLook(fn: WinnowFunction): void {
    fn.setVariable(environment.deadLettersUrl, this.deadLetters.queueUrl);
    fn.allow(lookingAtLetters, [this.deadLetters.queueArn]);
  }

  /** Lets a function look at, redrive and delete the dead letters. */
  grantLetters(fn: WinnowFunction): void {
    this.grantLook(fn);
    fn.allow(['sqs:DeleteMessage'], [this.deadLetters.queueArn]);
    this.grantWrite(fn);
  }

  /** Lets a function send tickets. */
  grantWrite(fn: WinnowFunction): void {
    this.grant(fn, ['sqs:SendMessage']);
  }

  /** Delivers tickets to a function, which reports failures for each ticket of a batch. */
  deliverTo(fn: WinnowFunction, maxConcurrency: number): void {
    this.grant(fn, [
      'sqs:ReceiveMessage',
      'sqs:DeleteMessage',
      'sqs:ChangeMessageVisibility',
      'sqs:GetQueueAttributes',
    ]);
    const mapping = new EventSourceMapping(this, 'Delivery', {
      target: fn.lambda,
      eventSourceArn: this.queue.queueArn,
      // The hosts of ten messages share one invocation: their waits overlap and are paid once.
      batchSize: messagesPerBatch,
      reportBatchItemFailures: true,
      maxConcurrency,
    });
    // Lambda reads from the queue when the mapping is made, so the role needs its permissions by then.
    mapping.node.addDependency(fn.lambda);
  }

  private grant(fn: WinnowFunction, actions: readonly string[]): void {
    fn.setVariable(environment.queueUrl, this.queue.queueUrl);
    fn.allow(actions, [this.queue.queueArn]);
  }
}
