import { S3Client } from '@aws-sdk/client-s3';
import { type Copy, consume } from './consume.ts';
import { consumerFrom } from './environment.ts';

/** Between two invocations of one Lambda its copy of the index stays. */
const copy: Copy = {};
const consumer = consumerFrom(process.env, new S3Client());

export async function handler(event: {
  readonly Records: readonly { readonly body: string }[];
}): Promise<void> {
  await consume(
    consumer,
    copy,
    event.Records.map(({ body }) => body),
  );
}
