import { S3Client } from '@aws-sdk/client-s3';

/** A client whose requests cannot hang: the SDK only logs that a time-out is over unless it is told to throw. */
export function s3Client(): S3Client {
  return new S3Client({
    requestHandler: {
      connectionTimeout: 2_000,
      requestTimeout: 15_000,
      socketTimeout: 15_000,
      throwOnRequestTimeout: true,
    },
  });
}
