import { describe, expect, it } from 'vitest';
import { failure } from '../../../../lib/adapters/aws/base/failure.ts';
import { WinnowError } from '../../../../lib/base/error.ts';

const attempt = { service: 'dynamodb', action: 'PutItem', resource: 'winnow-frontier' } as const;

function named(name: string, message = 'as AWS says it'): Error {
  return Object.assign(new Error(message), { name });
}

describe('an error of AWS', () => {
  it.each(['AccessDenied', 'AccessDeniedException'])('%s names the action that is missing', (name) => {
    const error = failure(named(name), attempt);
    expect(error).toMatchObject({ code: 'unavailable', isDenied: true });
    expect(error.message).toBe(
      'dynamodb:PutItem on winnow-frontier is not allowed: the role or the credentials lack dynamodb:PutItem',
    );
  });

  it.each(['ExpiredTokenException', 'InvalidClientTokenId', 'SignatureDoesNotMatch'])(
    '%s says that the credentials are not taken, and what to do',
    (name) => {
      expect(failure(named(name), attempt)).toMatchObject({
        code: 'unavailable',
        message: `dynamodb:PutItem on winnow-frontier: AWS does not take the credentials (${name}, as AWS says it): sign in again, or name others, and start again`,
      });
    },
  );

  it('tells why there are no credentials', () => {
    const { message } = failure(named('CredentialsProviderError', 'Run aws sso login.\nMore.'), attempt);
    expect(message).toBe(
      'dynamodb:PutItem on winnow-frontier: there are no AWS credentials (Run aws sso login.)',
    );
  });

  it('keeps its cause', () => {
    const cause = named('ThrottlingException');
    expect(failure(cause, attempt)).toMatchObject({ code: 'unavailable', cause });
  });

  it('is unavailable whatever it is, also when it is nothing', () => {
    for (const cause of [undefined, null, 'text', {}, named('Novel')]) {
      expect(failure(cause, attempt).code).toBe('unavailable');
    }
  });

  it('is passed on when it is ours already', () => {
    const ours = new WinnowError('newer', 'x');
    expect(failure(ours, attempt)).toBe(ours);
  });
});
