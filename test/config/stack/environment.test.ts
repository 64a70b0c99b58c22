import { describe, expect, it } from 'vitest';
import { readCopiedJobs } from '../../../lib/config/stack/copied-jobs.ts';
import { needed, readEnvironment } from '../../../lib/config/stack/environment.ts';

describe('the environment', () => {
  it('is read by its names, with numbers as numbers', () => {
    const environment = readEnvironment({
      WINNOW_FRONTIER_TABLE: 'frontier',
      WINNOW_TURN_SECONDS: '2',
      AWS_ENDPOINT_URL: 'http://127.0.0.1:4566',
      HOME: '/root',
    });
    expect(environment).toEqual({
      frontierTable: 'frontier',
      turnSeconds: 2,
      endpoint: 'http://127.0.0.1:4566',
    });
    expect(needed(environment, 'frontierTable')).toBe('frontier');
  });

  it('reads the ARNs of secrets out of JSON, and refuses what is none', () => {
    expect(readEnvironment({ WINNOW_SECRETS: '{"members":"arn:x"}' })).toEqual({
      secrets: { members: 'arn:x' },
    });
    for (const wrong of ['members', '["arn:x"]', '{"members":7}']) {
      expect(() => readEnvironment({ WINNOW_SECRETS: wrong })).toThrow('WINNOW_SECRETS is wrong');
    }
  });

  it('takes a variable that is set to nothing as one that is not set', () => {
    const environment = readEnvironment({ WINNOW_BUCKET: '' });
    expect(environment).toEqual({});
    expect(() => needed(environment, 'bucket')).toThrow('WINNOW_BUCKET is not set');
  });

  it('is refused with the name of the variable that is wrong', () => {
    expect(() => readEnvironment({ WINNOW_TURN_SECONDS: 'soon', WINNOW_QUEUE_URL: 'nowhere' })).toThrow(
      /WINNOW_QUEUE_URL is wrong.*"nowhere"\n.*WINNOW_TURN_SECONDS is wrong.*"soon"/,
    );
  });
});

describe('the jobs that are copied', () => {
  it('are read as the stack wrote them', () => {
    expect(readCopiedJobs('{"jobs":["owls"],"everyHours":6}')).toEqual({ jobs: ['owls'], everyHours: 6 });
  });

  it.each(['', '{}', '{"jobs":"owls","everyHours":6}'])(
    'are refused by the name of their variable: %j',
    (text) => {
      expect(() => readCopiedJobs(text)).toThrow('the environment variable WINNOW_SQL is wrong');
    },
  );
});
