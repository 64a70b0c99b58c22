import { z } from 'zod';
import { jobName } from '../schema/job-values.ts';

/** S3's prefixes count from the start of the key. One that no key can begin with would tell nobody anything, ever. */
const prefix = z
  .string()
  .max(200)
  .regex(/^changes\//, { error: 'must begin with changes/', abort: true })
  .refine((value) => value === 'changes/' || jobName.safeParse(value.split('/')[1]).success, {
    error: 'must name a job as jobs are called (changes/birds/): small letters, digits and hyphens',
  })
  .default('changes/');

/** S3 sends to neither: https://docs.aws.amazon.com/AmazonS3/latest/userguide/notification-how-to-event-types-and-destinations.html */
const noFifo = (what: string) => `is FIFO, and S3 does not send to FIFO ${what}s: name a standard ${what}`;

const inAws = (service: string) => `^arn:aws[a-z-]*:${service}:[a-z0-9-]+:\\d{12}:`;

const queueArn = z
  .string()
  .regex(new RegExp(`${inAws('sqs')}[A-Za-z0-9_-]+(\\.fifo)?$`), {
    error: 'must be the ARN of a queue: arn:aws:sqs:REGION:ACCOUNT:NAME',
  })
  .refine((value) => !value.endsWith('.fifo'), { error: noFifo('queue') });

const topicArn = z
  .string()
  .regex(new RegExp(`${inAws('sns')}[A-Za-z0-9_-]+(\\.fifo)?$`), {
    error: 'must be the ARN of a topic: arn:aws:sns:REGION:ACCOUNT:NAME',
  })
  .refine((value) => !value.endsWith('.fifo'), { error: noFifo('topic') });

const functionArn = z
  .string()
  .regex(new RegExp(`${inAws('lambda')}function:[A-Za-z0-9_-]+(:[A-Za-z0-9_$-]+)?$`), {
    error:
      'must be the ARN of a function: arn:aws:lambda:REGION:ACCOUNT:function:NAME, or of a version or alias of it',
  });

/** `exists`: its policy lets S3 in already, as it must where it belongs to another account; we do not touch it. */
const permission = z.enum(['add', 'exists']).default('add');

/** Where the events of changes objects go. EventBridge gets those of the whole bucket: a rule chooses. */
export const destination = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('sqs'), arn: queueArn, prefix, permission }),
  z.strictObject({ kind: z.literal('sns'), arn: topicArn, prefix, permission }),
  z.strictObject({ kind: z.literal('lambda'), arn: functionArn, prefix, permission }),
  z.strictObject({ kind: z.literal('eventbridge') }),
]);

export type ChangesDestination = z.output<typeof destination>;

/**
 * What S3 refuses of several destinations, in words, so that it is said before CloudFormation says it: two of one event
 * type whose prefixes overlap, whatever their kinds are.
 */
export function overlaps(destinations: readonly ChangesDestination[]): readonly string[] {
  const addressed = destinations.flatMap((one, index) =>
    'prefix' in one
      ? [{ prefix: one.prefix, name: `changesDestinations.${index} (${one.kind} ${one.prefix})` }]
      : [],
  );
  addressed.sort((a, b) => (a.prefix < b.prefix ? -1 : a.prefix > b.prefix ? 1 : 0));
  return addressed.flatMap(({ prefix, name }, index) => {
    const before = addressed[index - 1];
    if (before === undefined || !prefix.startsWith(before.prefix)) return [];
    return [
      `${name} overlaps ${before.name}: S3 sends an event to one of them only; use a topic that fans out, or EventBridge`,
    ];
  });
}
