import { WinnowError } from '../../../domain/base/error.ts';

/** What was being done when AWS failed us. */
export interface Attempt {
  readonly service: 'dynamodb' | 's3' | 'secretsmanager' | 'sqs';
  /** As IAM calls the action, for example `PutItem`. */
  readonly action: string;
  /** The table, bucket or queue. */
  readonly resource: string;
}

interface SdkError {
  readonly name?: string;
  readonly code?: string;
  readonly message?: string;
}

const denied = new Set(['AccessDenied', 'AccessDeniedException', 'Forbidden', '403']);
const missing = new Set([
  'ResourceNotFoundException',
  'NoSuchBucket',
  'QueueDoesNotExist',
  'AWS.SimpleQueueService.NonExistentQueue',
]);
/** The request itself is wrong, an item over 400 KB for example: trying again cannot help, so it is a bug of ours. */
const invalid = new Set([
  'ValidationException',
  'InvalidParameterValue',
  'InvalidArgument',
  'BatchEntryIdsNotDistinct',
]);

/**
 * An error of the SDK as one of ours, in one line that says what to do about it. Never 'absent': what is not
 * there is told apart before.
 */
export function failure(cause: unknown, { service, action, resource }: Attempt): WinnowError {
  if (cause instanceof WinnowError) return cause;
  const { name = '', code = '', message = '' } = (cause ?? {}) as SdkError;
  const what = `${service}:${action} on ${resource}`;
  const say = (text: string) => new WinnowError('unavailable', text, { cause });
  if (denied.has(name))
    return say(`${what} is not allowed: the role or the credentials lack ${service}:${action}`);
  if (missing.has(name)) return say(`${what}: there is no such ${noun[service]}`);
  if (name === 'CredentialsProviderError') return say(`${what}: there are no AWS credentials`);
  if (invalid.has(name)) return new WinnowError('internal', `${what} was refused: ${message}`, { cause });
  return say(`${what} failed: ${code || name || 'error'}${message === '' ? '' : `, ${message}`}`);
}

const noun = { dynamodb: 'table', s3: 'bucket', secretsmanager: 'secret', sqs: 'queue' } as const;
