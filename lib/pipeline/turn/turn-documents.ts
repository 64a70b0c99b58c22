import type { FetchedDocument, PageMember } from '../../archive/documents.ts';
import type { DocumentStore } from '../../ports/documents.ts';
import type { DocumentShare } from './document-batch.ts';
import type { TurnRoom } from './page-room.ts';

/** Documents of a turn that have more bytes than this are stored before its end: a worker runs up to thirty turns at once. */
const maxBytes = 2_000_000;

/**
 * The raw documents of a running turn. They are stored before its commit, together with those of other turns. Until then
 * a page has a handle in place of the document's name: `open:1`, `open:2` …
 */
export interface TurnDocuments {
  /** A handle for a document that may be kept. */
  handle(): string;
  /** Keeps a document under a handle. */
  keep(handle: string, document: FetchedDocument): Promise<void>;
  /** Stores what is kept. When it rejects, nothing of the turn may be committed. */
  seal(share: DocumentShare): Promise<void>;
  /** The name of a document that was sealed; any other name as it is. */
  nameOf(document: string): string;
}

export function openTurnDocuments(
  documents: Pick<DocumentStore, 'encode' | 'put'>,
  job: string,
  room: Pick<TurnRoom, 'hold'>,
): TurnDocuments {
  const names = new Map<string, string>();
  let kept = new Map<string, PageMember>();
  let [handles, bytes] = [0, 0];

  async function store(put: (members: readonly PageMember[]) => Promise<readonly string[]>): Promise<void> {
    const members = kept;
    kept = new Map();
    bytes = 0;
    const stored = await put([...members.values()]);
    for (const [index, handle] of [...members.keys()].entries()) names.set(handle, stored[index] as string);
  }

  return {
    handle: () => `open:${++handles}`,
    async keep(handle, document) {
      const { entry, bytes: encoded } = await documents.encode(document);
      const member = { entry, bytes: room.hold(encoded) };
      kept.set(handle, member);
      bytes += member.bytes.length;
      if (bytes > maxBytes) await store((members) => documents.put(job, members));
    },
    seal: (share) => store((members) => share.put(job, members)),
    nameOf: (document) => names.get(document) ?? document,
  };
}
