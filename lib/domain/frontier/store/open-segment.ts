/** Sections of a segment that is being written, one behind the other. */
export interface OpenSegment {
  /** Where the section came to stand. */
  append(section: Uint8Array): { readonly segment: string; readonly start: number; readonly end: number };
  bytes(): Uint8Array;
}

export function openSegment(id: string): OpenSegment {
  const sections: Uint8Array[] = [];
  let end = 0;
  return {
    append: (section) => {
      const start = end;
      sections.push(section);
      end += section.length;
      return { segment: id, start, end };
    },
    bytes: () => Buffer.concat(sections),
  };
}
