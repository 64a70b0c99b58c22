import { describe, expect, test } from 'vitest';
import { prefixes } from '../../lib/config/stack/names.ts';
import { resources, synthesised } from './synthesised.ts';

const copies = { bucket: 'copies-of-winnow' };

describe('copies in another region', () => {
  test('are in no stack whose settings do not ask for them', () => {
    const text = JSON.stringify(synthesised().toJSON());
    expect(text).not.toContain('ReplicationConfiguration');
    expect(text).not.toContain('ExportTableToPointInTime');
  });

  test('are of every object that cannot be made again, deletions too', () => {
    const [bucket] = [...resources(synthesised({ copies }), 'AWS::S3::Bucket').values()].filter(
      ({ Properties }) => Properties.ReplicationConfiguration !== undefined,
    );
    const { Rules } = bucket?.Properties.ReplicationConfiguration ?? {};
    const made = ['sql', 'converting', 'reports', 'exports'];
    const kept = Object.entries(prefixes).filter(([name]) => !made.includes(name));
    expect(
      Rules.map(({ Filter }: { readonly Filter: { readonly Prefix: string } }) => Filter.Prefix).sort(),
    ).toEqual(kept.map(([, prefix]) => prefix).sort());
    for (const rule of Rules)
      expect(rule).toMatchObject({
        Status: 'Enabled',
        DeleteMarkerReplication: { Status: 'Enabled' },
        Destination: {
          Bucket: { 'Fn::Join': ['', [expect.anything(), expect.anything(), ':s3:::copies-of-winnow']] },
        },
      });
  });

  test('have both tables exported whole, by schedules that may do nothing else', () => {
    const template = synthesised({ copies: { ...copies, account: '111122223333', everyHours: 6 } });
    const schedules = [...resources(template, 'AWS::Scheduler::Schedule').values()].filter(({ Properties }) =>
      Properties.Name.startsWith('export-'),
    );
    expect(schedules.map(({ Properties }) => Properties.Name).sort()).toEqual([
      'export-frontier',
      'export-records',
    ]);
    for (const { Properties } of schedules) {
      expect(Properties.ScheduleExpression).toBe('rate(6 hours)');
      const target = JSON.stringify(Properties.Target);
      for (const said of [
        'aws-sdk:dynamodb:exportTableToPointInTime',
        'copies-of-winnow',
        '111122223333',
        'table-exports/',
      ])
        expect(target).toContain(said);
    }
  });

  test('are refused with a key of the account, and for what is no bucket', () => {
    const kmsKey = 'arn:aws:kms:us-east-1:111122223333:key/11111111-2222-3333-4444-555555555555';
    expect(() => synthesised({ copies, kmsKey })).toThrow('copies: not with a key of your own');
    expect(() => synthesised({ copies: { bucket: 'A' } })).toThrow(
      'copies.bucket: must be the name of a bucket',
    );
  });
});
