/**
 * Step n turns version n − 1 of the schema into version n; never change a released step. Small rows are in the tree of
 * their key (WITHOUT ROWID: a change writes one page). Large rows are outside it, because such a tree has at most a
 * quarter of a page of each row.
 */
export const migrations: readonly string[] = [
  `
  CREATE TABLE job (
    name TEXT PRIMARY KEY, state TEXT NOT NULL, config TEXT NOT NULL, fingerprint_key TEXT NOT NULL,
    due_shards INTEGER NOT NULL, created_at INTEGER NOT NULL, pause_reason TEXT, pause_at INTEGER
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
    suspect TEXT, suspect_tries INTEGER, backoffs INTEGER, pending INTEGER NOT NULL, visited INTEGER NOT NULL,
    bytes INTEGER NOT NULL, outcomes TEXT NOT NULL, unsupported TEXT, PRIMARY KEY (job, host)
  ) WITHOUT ROWID, STRICT;
  CREATE INDEX control_due ON control (job, due_at) WHERE due_at IS NOT NULL AND ifnull(backoffs, 0) = 0;

  -- Sums over the controls of a job, kept by the triggers: what people ask must not cost a pass over all hosts.
  CREATE TABLE total (
    job TEXT PRIMARY KEY, hosts INTEGER NOT NULL, idle INTEGER NOT NULL, due INTEGER NOT NULL,
    ticketed INTEGER NOT NULL, backing_off INTEGER NOT NULL, pending_backing_off INTEGER NOT NULL,
    pending INTEGER NOT NULL, visited INTEGER NOT NULL, bytes INTEGER NOT NULL
  ) WITHOUT ROWID, STRICT;
  CREATE TABLE tally (
    job TEXT NOT NULL, what TEXT NOT NULL, key TEXT NOT NULL, count INTEGER NOT NULL,
    PRIMARY KEY (job, what, key)
  ) WITHOUT ROWID, STRICT;
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
        SELECT 'outcomes' AS what, key, value FROM json_each(new.outcomes)
        UNION ALL SELECT 'outcomes', key, -value FROM json_each(old.outcomes)
        UNION ALL SELECT 'unsupported', key, value FROM json_each(new.unsupported)
        UNION ALL SELECT 'unsupported', key, -value FROM json_each(old.unsupported)
      ) WHERE true GROUP BY what, key HAVING sum(value) <> 0
      ON CONFLICT DO UPDATE SET count = count + excluded.count;
  END;
  CREATE TABLE body (
    job TEXT NOT NULL, host TEXT NOT NULL, turn INTEGER NOT NULL, bytes BLOB NOT NULL, UNIQUE (job, host)
  ) STRICT;
  CREATE TABLE inbox (
    job TEXT NOT NULL, host TEXT NOT NULL, id TEXT NOT NULL, bytes BLOB NOT NULL, PRIMARY KEY (job, host, id)
  ) WITHOUT ROWID, STRICT;
  CREATE TABLE due (
    job TEXT NOT NULL, at INTEGER NOT NULL, host TEXT NOT NULL, wake INTEGER NOT NULL,
    PRIMARY KEY (job, at, host, wake)
  ) WITHOUT ROWID, STRICT;
  CREATE TABLE gate (
    key TEXT PRIMARY KEY, not_before INTEGER NOT NULL, lease_until INTEGER NOT NULL, owner TEXT, ticket TEXT,
    gap INTEGER NOT NULL
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
    job TEXT NOT NULL, md5 TEXT NOT NULL, first_url TEXT, urls INTEGER NOT NULL, revision INTEGER NOT NULL,
    title TEXT NOT NULL, media_type TEXT NOT NULL, bytes INTEGER NOT NULL, depth INTEGER NOT NULL,
    first_seen INTEGER NOT NULL, change_host TEXT NOT NULL, change_turn INTEGER NOT NULL,
    change_ordinal INTEGER NOT NULL, document TEXT, targets TEXT NOT NULL, PRIMARY KEY (job, md5)
  ) WITHOUT ROWID, STRICT;
  CREATE TABLE record_url (
    job TEXT NOT NULL, md5 TEXT NOT NULL, url TEXT NOT NULL, PRIMARY KEY (job, md5, url)
  ) WITHOUT ROWID, STRICT;
  CREATE TABLE changes (
    sequence INTEGER PRIMARY KEY, job TEXT NOT NULL, host TEXT NOT NULL, turn INTEGER NOT NULL,
    lines INTEGER NOT NULL, UNIQUE (job, host, turn)
  ) STRICT;
  CREATE TABLE staged (
    job TEXT NOT NULL, id TEXT NOT NULL, lines TEXT NOT NULL, UNIQUE (job, id)
  ) STRICT;
  CREATE TABLE robots (
    authority TEXT PRIMARY KEY, fetched_at INTEGER NOT NULL, expires_at INTEGER NOT NULL, kind TEXT NOT NULL,
    text TEXT NOT NULL, status INTEGER NOT NULL
  ) STRICT;
  `,
  'ALTER TABLE control ADD COLUMN careful INTEGER;',
  `
  CREATE TABLE domain (
    job TEXT NOT NULL, domain TEXT NOT NULL, revision INTEGER NOT NULL DEFAULT 0, ledger TEXT,
    pages INTEGER NOT NULL DEFAULT 0, bytes INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (job, domain)
  ) WITHOUT ROWID, STRICT;
  CREATE TABLE domain_waiting (
    job TEXT NOT NULL, domain TEXT NOT NULL, place TEXT NOT NULL, host TEXT NOT NULL,
    PRIMARY KEY (job, domain, place, host)
  ) WITHOUT ROWID, STRICT;
  ALTER TABLE control ADD COLUMN standing TEXT;
  ALTER TABLE control ADD COLUMN waits_domain TEXT;
  ALTER TABLE control ADD COLUMN waits_place TEXT;
  ALTER TABLE control ADD COLUMN over_budget TEXT;
  CREATE INDEX control_waits ON control (job, waits_domain) WHERE waits_domain IS NOT NULL;
  CREATE INDEX control_over ON control (job, over_budget) WHERE over_budget IS NOT NULL;
  ALTER TABLE job ADD COLUMN again TEXT;
  `,
  `
  ALTER TABLE control ADD COLUMN held INTEGER;
  CREATE INDEX control_held ON control (job, host) WHERE held IS NOT NULL;
  `,
  `
  ALTER TABLE gate ADD COLUMN state TEXT;
  ALTER TABLE control ADD COLUMN parked TEXT;
  CREATE INDEX control_parked ON control (job, host) WHERE parked IS NOT NULL;
  `,
  'ALTER TABLE robots ADD COLUMN outage TEXT;',
  'ALTER TABLE control ADD COLUMN crowded INTEGER;',
  'ALTER TABLE control ADD COLUMN band INTEGER;',
  'ALTER TABLE job ADD COLUMN judge TEXT;',
  `
  CREATE TABLE counter (
    job TEXT NOT NULL, name TEXT NOT NULL, total INTEGER NOT NULL, PRIMARY KEY (job, name)
  ) WITHOUT ROWID, STRICT;
  `,
  `
  CREATE TABLE note (
    job TEXT NOT NULL, name TEXT NOT NULL, version INTEGER NOT NULL, text TEXT NOT NULL, PRIMARY KEY (job, name)
  ) STRICT;
  `,
  // Objects of earlier versions have no time, and match every `since`.
  'ALTER TABLE changes ADD COLUMN at INTEGER;',
  `
  ALTER TABLE job ADD COLUMN holds TEXT;
  ALTER TABLE job ADD COLUMN tasks TEXT;
  CREATE TABLE command (
    request_id TEXT PRIMARY KEY, at INTEGER NOT NULL, entry TEXT NOT NULL
  ) WITHOUT ROWID, STRICT;
  CREATE INDEX command_at ON command (at);
  `,
  'ALTER TABLE control ADD COLUMN woken_at INTEGER;',
  `
  ALTER TABLE due ADD COLUMN rank REAL;
  ALTER TABLE control ADD COLUMN rank REAL;
  `,
  'ALTER TABLE job ADD COLUMN revisits TEXT;',
  'ALTER TABLE control ADD COLUMN checked INTEGER;',
  'ALTER TABLE job ADD COLUMN pause_by TEXT;',
  // Damaged counts count as none; otherwise the trigger would fail, and nothing could replace them.
  `
  DROP TRIGGER control_counted;
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
  `,
  'CREATE INDEX control_failing ON control (job, due_at) WHERE due_at IS NOT NULL AND ifnull(backoffs, 0) > 0;',
  `
  ALTER TABLE record ADD COLUMN near_group TEXT;
  CREATE TABLE near_group (
    job TEXT NOT NULL, key INTEGER NOT NULL, id TEXT NOT NULL, hashes TEXT NOT NULL, md5 TEXT NOT NULL,
    url TEXT NOT NULL, awaited INTEGER NOT NULL, was TEXT, PRIMARY KEY (job, key, id)
  ) WITHOUT ROWID, STRICT;
  CREATE TABLE near_member (
    job TEXT NOT NULL, id TEXT NOT NULL, md5 TEXT NOT NULL, url TEXT NOT NULL, PRIMARY KEY (job, id, md5)
  ) WITHOUT ROWID, STRICT;
  `,
  `
  CREATE TABLE converting (
    job TEXT NOT NULL, host TEXT NOT NULL, id TEXT NOT NULL, url TEXT NOT NULL, receives INTEGER NOT NULL,
    UNIQUE (job, id)
  ) STRICT;
  `,
  // Objects of earlier versions have a file of their own, whose name follows from theirs.
  `
  CREATE TABLE changes_object (
    sequence INTEGER PRIMARY KEY, job TEXT NOT NULL, name TEXT NOT NULL, file TEXT, start INTEGER, length INTEGER,
    at INTEGER, UNIQUE (job, name)
  ) STRICT;
  INSERT INTO changes_object (sequence, job, name, at)
    SELECT sequence, job, host || '/' || printf('%010d', turn), at FROM changes;
  DROP TABLE changes;
  ALTER TABLE record ADD COLUMN change_object TEXT;
  ALTER TABLE control ADD COLUMN told_turn INTEGER;
  ALTER TABLE control ADD COLUMN told_object TEXT;
  `,
  // Hosts that waited for a wake ask once more. What a domain had earned was written with every trial; it is earned anew.
  `
  INSERT OR IGNORE INTO due (job, at, host, wake)
    SELECT job, 0, host, 1 FROM control WHERE waits_domain IS NOT NULL;
  UPDATE control SET waits_domain = NULL, waits_place = NULL, woken_at = NULL WHERE waits_domain IS NOT NULL;
  DROP TABLE domain_waiting;
  ALTER TABLE control DROP COLUMN waits_place;
  ALTER TABLE control DROP COLUMN woken_at;
  ALTER TABLE control ADD COLUMN waits_since INTEGER;
  ALTER TABLE control ADD COLUMN waits_barren INTEGER;
  ALTER TABLE control ADD COLUMN opened TEXT;
  ALTER TABLE domain ADD COLUMN hosts INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE domain ADD COLUMN tried INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE domain ADD COLUMN ended INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE domain ADD COLUMN unproven INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE domain ADD COLUMN tried_at INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE domain ADD COLUMN memory TEXT;
  ALTER TABLE domain ADD COLUMN sponsor TEXT;
  UPDATE domain SET hosts = iif(json_valid(ledger), ifnull(ledger ->> '$.hosts', 0), 0) WHERE ledger IS NOT NULL;
  ALTER TABLE domain DROP COLUMN ledger;
  ALTER TABLE domain DROP COLUMN revision;
  `,
  `
  ALTER TABLE control ADD COLUMN repeated TEXT;
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
  `,
  // URLs that the items of the inboxes bring, and their sum by job, which the triggers keep.
  `
  ALTER TABLE inbox ADD COLUMN urls INTEGER NOT NULL DEFAULT 0;
  UPDATE inbox SET urls = ifnull(json_array_length(CAST(bytes AS TEXT), '$.c'), 0)
    WHERE json_valid(CAST(bytes AS TEXT));
  CREATE TABLE arriving (job TEXT PRIMARY KEY, urls INTEGER NOT NULL) WITHOUT ROWID, STRICT;
  INSERT INTO arriving SELECT job, sum(urls) FROM inbox GROUP BY job;
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
  `,
];

/** SQL for a column with an object of counts; an empty object where it is damaged. */
export function countsIn(column: string): string {
  return `CASE WHEN json_valid(${column}) THEN iif(json_type(${column}) = 'object', ${column}, '{}') ELSE '{}' END`;
}

export const schemaVersion = migrations.length;
