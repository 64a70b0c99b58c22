import { WinnowError } from '../../../base/error.ts';

/** The call to AWS that failed. */
export interface Attempt {
  readonly service: 'dynamodb' | 'lambda' | 's3' | 'secretsmanager' | 'sqs';
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
/** Whoever asks is not known, or not any more. */
const unknown =
  /^(?:ExpiredToken|Invalid(?:AccessKeyId|ClientTokenId|Signature|Token)|SignatureDoesNotMatch|UnrecognizedClient)(?:Exception)?$/;
const missing = new Set([
  'ResourceNotFoundException',
  'NoSuchBucket',
  'QueueDoesNotExist',
  'AWS.SimpleQueueService.NonExistentQueue',
]);
/** The request itself is wrong, for example an item over 400 KB: a defect of Winnow, which another try cannot help. */
const invalid = new Set([
  'ValidationException',
  'InvalidParameterValue',
  'InvalidArgument',
  'BatchEntryIdsNotDistinct',
]);

/**
 * The SDK's error as a WinnowError whose message, one line, says what to do. For failures only: callers handle errors
 * that mean 'absent' before.
 */
export function failure(cause: unknown, { service, action, resource }: Attempt): WinnowError {
  if (cause instanceof WinnowError) return cause;
  const { name = '', code = '', message = '' } = (cause ?? {}) as SdkError;
  const what = `${service}:${action} on ${resource}`;
  const say = (text: string) => new WinnowError('unavailable', text, { cause, isDenied: denied.has(name) });
  if (denied.has(name))
    return say(`${what} is not allowed: the role or the credentials lack ${service}:${action}`);
  if (missing.has(name)) return say(`${what}: there is no such ${noun[service]}`);
  const [line = ''] = message.split('\n');
  if (isUnknown(cause))
    return say(
      `${what}: AWS does not take the credentials (${name}, ${line}): sign in again, or name others, and start again`,
    );
  if (name === 'CredentialsProviderError') return say(`${what}: there are no AWS credentials (${line})`);
  if (invalid.has(name)) return new WinnowError('internal', `${what} was refused: ${message}`, { cause });
  return say(`${what} failed: ${code || name || 'error'}${message === '' ? '' : `, ${message}`}`);
}

/** Whether AWS does not know the credentials: they are wrong, or their time is over. */
export function isUnknown(error: unknown): boolean {
  return unknown.test((error as SdkError | undefined)?.name ?? '');
}

/** Whether AWS refused a call because the credentials do not allow it. */
export function isDenied(error: unknown): boolean {
  const { name, cause } = (error ?? {}) as { readonly name?: string; readonly cause?: unknown };
  return denied.has(name ?? '') || (error instanceof WinnowError && cause !== undefined && isDenied(cause));
}

const noun = {
  dynamodb: 'table',
  lambda: 'function',
  s3: 'bucket',
  secretsmanager: 'secret',
  sqs: 'queue',
} as const;
