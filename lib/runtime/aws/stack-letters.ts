import type { AwsClients } from '../../adapters/aws/clients/clients.ts';
import { joinedDeadLetters } from '../../adapters/aws/queue/joined-dead-letters.ts';
import { type LetteredQueue, SqsDeadLetters } from '../../adapters/aws/queue/sqs-dead-letters.ts';
import type { Environment } from '../../config/stack/environment.ts';
import type { DeadLetters } from '../../ports/dead-letters.ts';
import { absent } from './aws-ports.ts';

/** The dead letters of a stack. One that an older Winnow deployed does not name those of conversions. */
export function stackLetters(sqs: AwsClients['sqs'], environment: Environment): DeadLetters {
  const { deadLettersUrl, queueUrl, convertLettersUrl, convertQueueUrl } = environment;
  const queue = (name: LetteredQueue['name'], deadUrl: string | undefined, url: string | undefined) =>
    deadUrl === undefined || url === undefined ? [] : [new SqsDeadLetters(sqs, { name, deadUrl, url })];
  const queues = [
    ...queue('tickets', deadLettersUrl, queueUrl),
    ...queue('conversions', convertLettersUrl, convertQueueUrl),
  ];
  return queues.length === 0 ? absent('the dead letters') : joinedDeadLetters(queues);
}
