import type { AwsClients } from '../../adapters/aws/clients/clients.ts';
import { type LetteredQueue, SqsDeadLetters } from '../../adapters/aws/queue/sqs-dead-letters.ts';
import type { Environment } from '../../config/stack/environment.ts';
import type { DeadLetters } from '../../ports/operate/dead-letters.ts';
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

/** The dead letters of several queues as those of one. */
export function joinedDeadLetters(queues: readonly DeadLetters[]): DeadLetters {
  const sum = async (of: (queue: DeadLetters) => Promise<number>): Promise<number> => {
    let total = 0;
    for (const queue of queues) total += await of(queue);
    return total;
  };
  return {
    count: () => sum((queue) => queue.count()),
    async list(limit) {
      const all = [];
      for (const queue of queues) all.push(...(await queue.list(limit)));
      return all.sort((a, b) => a.sentAt - b.sentAt).slice(0, limit);
    },
    redrive: (ids) => sum((queue) => queue.redrive(ids)),
    drop: (ids) => sum((queue) => queue.drop(ids)),
  };
}
