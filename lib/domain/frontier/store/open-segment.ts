/** A segment that is being written, section by section. */
export interface OpenSegment {
  /** @returns the place of the section */
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
