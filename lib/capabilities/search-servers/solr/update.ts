import type { SearchChange, SearchDocument } from '../document.ts';

/** What a collection has of a record. */
export interface Present {
  readonly revision: number;
  /** Of 64 bits, more than a number keeps: as it was written. */
  readonly version: string;
}

interface GotDocument {
  readonly id?: unknown;
  readonly revision?: unknown;
  readonly _version_?: unknown;
}

/** What an answer of `/get` says of records, by MD5; undefined: it is none. */
export function presentIn(text: string): ReadonlyMap<string, Present> | undefined {
  let answer: { readonly response?: { readonly docs?: readonly GotDocument[] } };
  try {
    answer = JSON.parse(text.replace(/("_version_":\s*)(-?\d+)/g, '$1"$2"'));
  } catch {
    return undefined;
  }
  const docs = answer.response?.docs;
  if (!Array.isArray(docs)) return undefined;
  return new Map(
    docs.map(({ id, revision, _version_ }: GotDocument) => [
      String(id),
      { revision: Number(revision ?? 0), version: String(_version_) },
    ]),
  );
}

/** Whether an answer of `/update` says that all commands were done. */
export function isDone(json: unknown): boolean {
  const { responseHeader } = (json ?? {}) as { readonly responseHeader?: { readonly status?: unknown } };
  return responseHeader?.status === 0;
}

/**
 * The command for a change; undefined: the collection has what it says, or something newer. It holds only for the version that was
 * seen (optimistic concurrency): a request that comes late changes nothing.
 */
export function commandFor(change: SearchChange, present: Present | undefined): string | undefined {
  const { md5, revision, document } = change;
  if (present !== undefined && revision !== undefined && present.revision > revision) return undefined;
  if (document === undefined) return present && `"delete":{"id":"${md5}","_version_":${present.version}}`;
  const fields = JSON.stringify({ id: md5, ...solrDocument(document) });
  // Less than 0: there must be none.
  return `"add":{"doc":${fields.slice(0, -1)},"_version_":${present?.version ?? -1}}}`;
}

/** The fields that rules have found are searched as words, whichever they are: `name: value`. */
function solrDocument({ fields, published, ...document }: SearchDocument): object {
  const words = Object.entries(fields ?? {}).flatMap(([name, value]) =>
    [value].flat().map((one) => `${name}: ${one}`),
  );
  return {
    ...document,
    ...(words.length > 0 ? { fields: words } : {}),
    ...(published === undefined ? {} : { published: `${published}T00:00:00Z` }),
  };
}
