import { type Copy, consume } from './consume.ts';
import { consumerFrom } from './environment.ts';
import { s3Client } from './s3.ts';

/** Between two invocations of one Lambda its copy of the index stays. */
const copy: Copy = {};
const consumer = consumerFrom(process.env, s3Client());

interface Batch {
  readonly Records: readonly { readonly messageId: string; readonly body: string }[];
}

interface Answer {
  readonly batchItemFailures: readonly { readonly itemIdentifier: string }[];
}

export async function handler({ Records }: Batch): Promise<Answer> {
  const failures = await consume(
    consumer,
    copy,
    Records.map(({ messageId, body }) => ({ id: messageId, body })),
  );
  for (const failure of failures) console.error(JSON.stringify({ event: 'not-taken-in', ...failure }));
  return { batchItemFailures: failures.map(({ id }) => ({ itemIdentifier: id })) };
}
