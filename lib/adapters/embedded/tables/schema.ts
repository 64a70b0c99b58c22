/**
 * The schema of a new database, as `firstVersion` has it. Small rows are in the tree of their key (WITHOUT ROWID: a change
 * writes one page). Large rows are outside it, because such a tree has at most a quarter of a page of each row. The
 * triggers keep sums over the controls and inboxes of a job: what people ask must not cost a pass over all hosts. Damaged
 * counts count as none; otherwise the trigger would fail, and nothing could replace them.
 */
export const schema = `
  CREATE TABLE job (
    name TEXT PRIMARY KEY, state TEXT NOT NULL, config TEXT NOT NULL, fingerprint_key TEXT NOT NULL,
    due_shards INTEGER NOT NULL, created_at INTEGER NOT NULL, pause_reason TEXT, pause_at INTEGER,
    again TEXT, judge TEXT, holds TEXT, tasks TEXT, revisits TEXT, pause_by TEXT
  ) WITHOUT ROWID, STRICT;
  CREATE TABLE settings (
    job TEXT NOT NULL, version TEXT NOT NULL, text TEXT NOT NULL, PRIMARY KEY (job, version)
  ) WITHOUT ROWID, STRICT;
  CREATE TABLE pages (
    job TEXT NOT NULL, day TEXT NOT NULL, pages INTEGER NOT NULL, PRIMARY KEY (job, day)
  ) WITHOUT ROWID, STRICT;
  CREATE TABLE control (
    job TEXT NOT NULL, host TEXT NOT NULL, state TEXT NOT NULL, turn INTEGER NOT NULL, ticket TEXT,
    ticket_expires INTEGER, due_at INTEGER, published INTEGER NOT NULL, attempts INTEGER NOT NULL,
    suspect TEXT, suspect_tries INTEGER, backoffs INTEGER, pending INTEGER NOT NULL,
    visited INTEGER NOT NULL, bytes INTEGER NOT NULL, outcomes TEXT NOT NULL, unsupported TEXT,
    careful INTEGER, standing TEXT, waits_domain TEXT, over_budget TEXT, held INTEGER, parked TEXT,
    crowded INTEGER, band INTEGER, rank REAL, checked INTEGER, told_turn INTEGER, told_object TEXT,
    waits_since INTEGER, waits_barren INTEGER, opened TEXT, repeated TEXT, PRIMARY KEY (job, host)
  ) WITHOUT ROWID, STRICT;
  CREATE TABLE total (
    job TEXT PRIMARY KEY, hosts INTEGER NOT NULL, idle INTEGER NOT NULL, due INTEGER NOT NULL,
    ticketed INTEGER NOT NULL, backing_off INTEGER NOT NULL, pending_backing_off INTEGER NOT NULL,
    pending INTEGER NOT NULL, visited INTEGER NOT NULL, bytes INTEGER NOT NULL
  ) WITHOUT ROWID, STRICT;
  CREATE TABLE tally (
    job TEXT NOT NULL, what TEXT NOT NULL, key TEXT NOT NULL, count INTEGER NOT NULL,
    PRIMARY KEY (job, what, key)
  ) WITHOUT ROWID, STRICT;
  CREATE TABLE body (
    job TEXT NOT NULL, host TEXT NOT NULL, turn INTEGER NOT NULL, bytes BLOB NOT NULL, UNIQUE (job, host)
  ) STRICT;
  CREATE TABLE inbox (
    job TEXT NOT NULL, host TEXT NOT NULL, id TEXT NOT NULL, bytes BLOB NOT NULL,
    urls INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (job, host, id)
  ) WITHOUT ROWID, STRICT;
  CREATE TABLE due (
    job TEXT NOT NULL, at INTEGER NOT NULL, host TEXT NOT NULL, wake INTEGER NOT NULL, rank REAL,
    PRIMARY KEY (job, at, host, wake)
  ) WITHOUT ROWID, STRICT;
  CREATE TABLE gate (
    key TEXT PRIMARY KEY, not_before INTEGER NOT NULL, lease_until INTEGER NOT NULL, owner TEXT,
    ticket TEXT, gap INTEGER NOT NULL, state TEXT
  ) WITHOUT ROWID, STRICT;
  CREATE TABLE segment (
    job TEXT NOT NULL, host TEXT NOT NULL, id TEXT NOT NULL, piece INTEGER NOT NULL, bytes BLOB NOT NULL,
    UNIQUE (job, host, id, piece)
  ) STRICT;
  CREATE TABLE link_segment (
    job TEXT NOT NULL, id TEXT NOT NULL, bytes BLOB NOT NULL, UNIQUE (job, id)
  ) STRICT;
  CREATE TABLE link_open (job TEXT NOT NULL, id TEXT NOT NULL, PRIMARY KEY (job, id)) WITHOUT ROWID, STRICT;
  CREATE TABLE record (
    job TEXT NOT NULL, md5 TEXT NOT NULL, first_url TEXT, urls INTEGER NOT NULL,
    revision INTEGER NOT NULL, title TEXT NOT NULL, media_type TEXT NOT NULL, bytes INTEGER NOT NULL,
    depth INTEGER NOT NULL, first_seen INTEGER NOT NULL, change_host TEXT NOT NULL,
    change_turn INTEGER NOT NULL, change_ordinal INTEGER NOT NULL, document TEXT, targets TEXT NOT NULL,
    near_group TEXT, change_object TEXT, PRIMARY KEY (job, md5)
  ) WITHOUT ROWID, STRICT;
  CREATE TABLE record_url (
    job TEXT NOT NULL, md5 TEXT NOT NULL, url TEXT NOT NULL, PRIMARY KEY (job, md5, url)
  ) WITHOUT ROWID, STRICT;
  CREATE TABLE staged (job TEXT NOT NULL, id TEXT NOT NULL, lines TEXT NOT NULL, UNIQUE (job, id)) STRICT;
  CREATE TABLE robots (
    authority TEXT PRIMARY KEY, fetched_at INTEGER NOT NULL, expires_at INTEGER NOT NULL,
    kind TEXT NOT NULL, text TEXT NOT NULL, status INTEGER NOT NULL, outage TEXT
  ) STRICT;
  CREATE TABLE domain (
    job TEXT NOT NULL, domain TEXT NOT NULL, pages INTEGER NOT NULL DEFAULT 0,
    bytes INTEGER NOT NULL DEFAULT 0, hosts INTEGER NOT NULL DEFAULT 0, tried INTEGER NOT NULL DEFAULT 0,
    ended INTEGER NOT NULL DEFAULT 0, unproven INTEGER NOT NULL DEFAULT 0,
    tried_at INTEGER NOT NULL DEFAULT 0, memory TEXT, sponsor TEXT, PRIMARY KEY (job, domain)
  ) WITHOUT ROWID, STRICT;
  CREATE TABLE counter (
    job TEXT NOT NULL, name TEXT NOT NULL, total INTEGER NOT NULL, PRIMARY KEY (job, name)
  ) WITHOUT ROWID, STRICT;
  CREATE TABLE note (
    job TEXT NOT NULL, name TEXT NOT NULL, version INTEGER NOT NULL, text TEXT NOT NULL,
    PRIMARY KEY (job, name)
  ) STRICT;
  CREATE TABLE command (
    request_id TEXT PRIMARY KEY, at INTEGER NOT NULL, entry TEXT NOT NULL
  ) WITHOUT ROWID, STRICT;
  CREATE TABLE near_group (
    job TEXT NOT NULL, key INTEGER NOT NULL, id TEXT NOT NULL, hashes TEXT NOT NULL, md5 TEXT NOT NULL,
    url TEXT NOT NULL, awaited INTEGER NOT NULL, was TEXT, PRIMARY KEY (job, key, id)
  ) WITHOUT ROWID, STRICT;
  CREATE TABLE near_member (
    job TEXT NOT NULL, id TEXT NOT NULL, md5 TEXT NOT NULL, url TEXT NOT NULL, PRIMARY KEY (job, id, md5)
  ) WITHOUT ROWID, STRICT;
  CREATE TABLE converting (
    job TEXT NOT NULL, host TEXT NOT NULL, id TEXT NOT NULL, url TEXT NOT NULL, receives INTEGER NOT NULL,
    UNIQUE (job, id)
  ) STRICT;
  CREATE TABLE changes_object (
    sequence INTEGER PRIMARY KEY, job TEXT NOT NULL, name TEXT NOT NULL, file TEXT, start INTEGER,
    length INTEGER, at INTEGER, UNIQUE (job, name)
  ) STRICT;
  CREATE TABLE arriving (job TEXT PRIMARY KEY, urls INTEGER NOT NULL) WITHOUT ROWID, STRICT;
  CREATE INDEX control_due ON control (job, due_at) WHERE due_at IS NOT NULL AND ifnull(backoffs, 0) = 0;
  CREATE INDEX control_waits ON control (job, waits_domain) WHERE waits_domain IS NOT NULL;
  CREATE INDEX control_over ON control (job, over_budget) WHERE over_budget IS NOT NULL;
  CREATE INDEX control_held ON control (job, host) WHERE held IS NOT NULL;
  CREATE INDEX control_parked ON control (job, host) WHERE parked IS NOT NULL;
  CREATE INDEX command_at ON command (at);
  CREATE INDEX control_failing ON control (job, due_at) WHERE due_at IS NOT NULL AND ifnull(backoffs, 0) > 0;
  CREATE TRIGGER control_made AFTER INSERT ON control BEGIN
    INSERT INTO total VALUES (
      new.job, 1, new.state = 'idle', new.state = 'due', new.state = 'ticketed', ifnull(new.backoffs, 0) > 0,
      iif(ifnull(new.backoffs, 0) > 0, new.pending, 0), new.pending, new.visited, new.bytes
    ) ON CONFLICT (job) DO UPDATE SET
      hosts = hosts + 1, idle = idle + excluded.idle, due = due + excluded.due,
      ticketed = ticketed + excluded.ticketed, backing_off = backing_off + excluded.backing_off,
      pending_backing_off = pending_backing_off + excluded.pending_backing_off,
      pending = pending + excluded.pending, visited = visited + excluded.visited, bytes = bytes + excluded.bytes;
    INSERT INTO tally
      SELECT new.job, 'outcomes', key, value FROM json_each(new.outcomes) WHERE true
      UNION ALL SELECT new.job, 'unsupported', key, value FROM json_each(new.unsupported) WHERE true
      ON CONFLICT DO UPDATE SET count = count + excluded.count;
  END;
  CREATE TRIGGER control_changed AFTER UPDATE ON control BEGIN
    UPDATE total SET
      idle = idle + (new.state = 'idle') - (old.state = 'idle'),
      due = due + (new.state = 'due') - (old.state = 'due'),
      ticketed = ticketed + (new.state = 'ticketed') - (old.state = 'ticketed'),
      backing_off = backing_off + (ifnull(new.backoffs, 0) > 0) - (ifnull(old.backoffs, 0) > 0),
      pending_backing_off = pending_backing_off + iif(ifnull(new.backoffs, 0) > 0, new.pending, 0)
        - iif(ifnull(old.backoffs, 0) > 0, old.pending, 0),
      pending = pending + new.pending - old.pending, visited = visited + new.visited - old.visited,
      bytes = bytes + new.bytes - old.bytes
    WHERE job = new.job;
  END;
  CREATE TRIGGER control_counted AFTER UPDATE ON control
  WHEN old.outcomes IS NOT new.outcomes OR old.unsupported IS NOT new.unsupported BEGIN
    INSERT INTO tally
      SELECT new.job, what, key, sum(value) FROM (
        SELECT 'outcomes' AS what, key, value FROM json_each(${countsIn('new.outcomes')})
        UNION ALL SELECT 'outcomes', key, -value FROM json_each(${countsIn('old.outcomes')})
        UNION ALL SELECT 'unsupported', key, value FROM json_each(${countsIn('new.unsupported')})
        UNION ALL SELECT 'unsupported', key, -value FROM json_each(${countsIn('old.unsupported')})
      ) WHERE true GROUP BY what, key HAVING sum(value) <> 0
      ON CONFLICT DO UPDATE SET count = count + excluded.count;
  END;
  CREATE TRIGGER control_made_repeated AFTER INSERT ON control WHEN new.repeated IS NOT NULL BEGIN
    INSERT INTO tally SELECT new.job, 'repeated', key, value FROM json_each(new.repeated) WHERE true
      ON CONFLICT DO UPDATE SET count = count + excluded.count;
  END;
  CREATE TRIGGER control_repeated AFTER UPDATE ON control WHEN old.repeated IS NOT new.repeated BEGIN
    INSERT INTO tally
      SELECT new.job, 'repeated', key, sum(value) FROM (
        SELECT key, value FROM json_each(${countsIn('new.repeated')})
        UNION ALL SELECT key, -value FROM json_each(${countsIn('old.repeated')})
      ) WHERE true GROUP BY key HAVING sum(value) <> 0
      ON CONFLICT DO UPDATE SET count = count + excluded.count;
  END;
  CREATE TRIGGER inbox_put AFTER INSERT ON inbox WHEN new.urls > 0 BEGIN
    INSERT INTO arriving VALUES (new.job, new.urls) ON CONFLICT (job) DO UPDATE SET urls = urls + excluded.urls;
  END;
  CREATE TRIGGER inbox_replaced AFTER UPDATE ON inbox WHEN new.urls <> old.urls BEGIN
    INSERT INTO arriving VALUES (new.job, new.urls - old.urls)
      ON CONFLICT (job) DO UPDATE SET urls = urls + excluded.urls;
  END;
  CREATE TRIGGER inbox_taken AFTER DELETE ON inbox WHEN old.urls > 0 BEGIN
    UPDATE arriving SET urls = urls - old.urls WHERE job = old.job;
  END;
`;

/** The oldest version of the schema that is read. */
export const firstVersion = 26;

/** Step n turns version `firstVersion` + n of the schema into the next; never change a released step. */
export const migrations: readonly string[] = [
  'DROP TABLE staged;',
  'ALTER TABLE job ADD COLUMN tail TEXT;',
  'ALTER TABLE job ADD COLUMN deletions TEXT;',
  'ALTER TABLE job ADD COLUMN exports TEXT;',
  `ALTER TABLE domain ADD COLUMN loads INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE domain ADD COLUMN relevant INTEGER NOT NULL DEFAULT 0;`,
];

/** Whether a database of `firstVersion` has state in forms that are read no more. */
export const olderForms = `
  SELECT EXISTS (SELECT 1 FROM body WHERE substr(bytes, 1, 1) <> x'05') OR EXISTS (SELECT 1 FROM staged)
    OR EXISTS (SELECT 1 FROM changes_object WHERE file IS NULL)
    OR EXISTS (SELECT 1 FROM record WHERE change_object IS NULL OR document LIKE 'documents/%') AS older`;

/** SQL for a column with an object of counts; an empty object where it is damaged. */
export function countsIn(column: string): string {
  return `CASE WHEN json_valid(${column}) THEN iif(json_type(${column}) = 'object', ${column}, '{}') ELSE '{}' END`;
}

export const schemaVersion = firstVersion + migrations.length;
