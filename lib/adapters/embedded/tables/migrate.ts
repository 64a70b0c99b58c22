import { WinnowError } from '../../../base/error.ts';
import type { Connection } from '../base/connection.ts';
import { migrations, schemaVersion } from './schema.ts';

/** 'WNOW': distinguishes our databases from those of other programs. */
const applicationId = 0x574e4f57;

/**
 * Checks that this program can use the database as it is.
 * @returns the version of its schema; 0 when it is empty
 * @throws WinnowError `newer`, `corrupt`
 */
export function checkSchema(connection: Connection): number {
  const version = pragma(connection, 'user_version');
  const empty = version === 0 && pragma(connection, 'schema_version') === 0;
  if (!empty && pragma(connection, 'application_id') !== applicationId) {
    throw new WinnowError('corrupt', `${connection.file}: the file is not a Winnow database`);
  }
  if (version > schemaVersion) {
    throw new WinnowError(
      'newer',
      `${connection.file}: written by a newer Winnow (schema ${version}, this one knows ${schemaVersion}); update Winnow or choose another data directory`,
    );
  }
  return version;
}

/** Whether an older version wrote it, so that `migrate` changes what is stored. */
export function isOlder(connection: Connection): boolean {
  const version = checkSchema(connection);
  return version > 0 && version < schemaVersion;
}

/** Brings the schema up to date in one transaction: afterwards it is the old one or the new one. */
export function migrate(connection: Connection): void {
  if (checkSchema(connection) === schemaVersion) return;
  connection.transaction(() => {
    // Another process may have migrated in the meantime.
    for (const step of migrations.slice(checkSchema(connection))) connection.exec(step);
    connection.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${schemaVersion}`);
  });
}

function pragma(connection: Connection, name: string): number {
  const row = connection.get<Record<string, number>>(`PRAGMA ${name}`);
  return row?.[name] ?? 0;
}
