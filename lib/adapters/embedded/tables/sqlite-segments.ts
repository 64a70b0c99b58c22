import { WinnowError } from '../../../base/error.ts';
import type { HostKey } from '../../../ports/hosts.ts';
import type { SegmentStore } from '../../../ports/segments.ts';
import type { Connection } from '../base/connection.ts';

/** SQLite reads a whole blob to return any part of it, so a segment is stored in pieces of this many bytes. */
const pieceBytes = 32_768;

interface Piece {
  readonly bytes: Uint8Array;
}

/** `SegmentStore` in SQLite. */
export class SqliteSegments implements SegmentStore {
  readonly #db: Connection;

  constructor(db: Connection) {
    this.#db = db;
  }

  async put({ job, host }: HostKey, id: string, bytes: Uint8Array): Promise<void> {
    // An empty segment has one empty piece, which shows that it is there.
    const pieces = Array.from(
      { length: Math.max(1, Math.ceil(bytes.length / pieceBytes)) },
      (_, piece) => piece,
    );
    this.#db.each(pieces, (piece) =>
      this.#db.run(
        'INSERT OR REPLACE INTO segment (job, host, id, piece, bytes) VALUES (?, ?, ?, ?, ?)',
        job,
        host,
        id,
        piece,
        bytes.subarray(piece * pieceBytes, (piece + 1) * pieceBytes),
      ),
    );
  }

  async read(key: HostKey, id: string, start: number, end: number): Promise<Uint8Array> {
    const first = Math.floor(start / pieceBytes);
    const last = Math.ceil(end / pieceBytes) - 1;
    const pieces = this.#db.all<Piece>(
      'SELECT bytes FROM segment WHERE job = ? AND host = ? AND id = ? AND piece BETWEEN ? AND ? ORDER BY piece',
      key.job,
      key.host,
      id,
      first,
      last,
    );
    if (pieces.length === 0) this.#mustBeThere(key, id);
    const offset = first * pieceBytes;
    const [only] = pieces;
    const whole = pieces.length === 1 && only !== undefined ? only.bytes : joined(pieces);
    return whole.subarray(Math.max(0, start - offset), Math.max(0, end - offset));
  }

  async delete({ job, host }: HostKey, ids: readonly string[]): Promise<void> {
    this.#db.each(ids, (id) =>
      this.#db.run('DELETE FROM segment WHERE job = ? AND host = ? AND id = ?', job, host, id),
    );
  }

  #mustBeThere({ job, host }: HostKey, id: string): void {
    const found = this.#db.get(
      'SELECT 1 FROM segment WHERE job = ? AND host = ? AND id = ? AND piece = 0',
      job,
      host,
      id,
    );
    if (found === undefined)
      throw new WinnowError('not-found', `segment ${id} of ${host} in ${job} is missing`);
  }
}

function joined(pieces: readonly Piece[]): Uint8Array {
  return Buffer.concat(pieces.map(({ bytes }) => bytes));
}
