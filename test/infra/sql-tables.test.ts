import { describe, expect, test } from 'vitest';
import { sqlTables } from '../../lib/capabilities/sql/tables.ts';
import { resources, synthesised } from './synthesised.ts';

describe('tables for Athena', () => {
  test('are in no stack whose settings do not ask for them', () => {
    const template = synthesised();
    expect(resources(template, 'AWS::Glue::Database').size).toBe(0);
    expect(JSON.stringify(template.toJSON())).not.toContain('winnow-sql');
  });

  test('are a database for each job, with every table and column where the files are listed', () => {
    const template = synthesised({ sql: { jobs: ['owls', 'barn-owls'] } });
    const databases = [...resources(template, 'AWS::Glue::Database').values()];
    expect(databases.map(({ Properties }) => Properties.DatabaseInput.Name)).toEqual([
      'winnow_owls',
      'winnow_barn_owls',
    ]);
    const tables = [...resources(template, 'AWS::Glue::Table').values()].filter(
      ({ Properties }) => Properties.DatabaseName === 'winnow_owls',
    );
    expect(tables.map(({ Properties }) => Properties.TableInput.Name)).toEqual(Object.keys(sqlTables));
    const { StorageDescriptor } = tables[2]?.Properties.TableInput ?? {};
    expect(StorageDescriptor.Columns.map(({ Name, Type }: Record<string, string>) => [Name, Type])).toEqual([
      ['source', 'bigint'],
      ['target', 'bigint'],
      ['source_server', 'bigint'],
      ['target_server', 'bigint'],
    ]);
    expect(JSON.stringify(StorageDescriptor.Location)).toContain('/sql/owls/now/links/');
    expect(StorageDescriptor.InputFormat).toContain('SymlinkTextInputFormat');
  });

  test('are looked after every quarter of an hour, by a function that knows its jobs', () => {
    const template = synthesised({ sql: { jobs: ['owls'], everyHours: 6 } });
    const schedules = [...resources(template, 'AWS::Scheduler::Schedule').values()];
    expect(schedules.find(({ Properties }) => Properties.Name === 'sql')?.Properties).toMatchObject({
      ScheduleExpression: 'rate(15 minutes)',
      State: 'ENABLED',
    });
    template.hasResourceProperties('AWS::Lambda::Function', {
      FunctionName: 'winnow-sql',
      MemorySize: 3_008,
      Timeout: 900,
      Environment: { Variables: { WINNOW_SQL: '{"jobs":["owls"],"everyHours":6}' } },
    });
  });

  test('have names that no two jobs share', () => {
    expect(() => synthesised({ sql: { jobs: ['a-b', 'a--b'] } })).not.toThrow();
    expect(() => synthesised({ sql: { jobs: ['owls', 'owls'] } })).toThrow(
      'owls and owls would have one database',
    );
  });
});
