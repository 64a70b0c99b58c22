import type { DocumentPackage } from './open-package.ts';
import { readXml } from './read-xml.ts';

/** What a part of an Office document refers to (ECMA-376 part 2, §9.3). */
export interface Relationship {
  readonly id: string;
  /** Last segment of its type, in lower case: `hyperlink`, `slide`, `footer`. */
  readonly type: string;
  /** A part of the package, or a URL if external. */
  readonly target: string;
  readonly external: boolean;
}

/** @param part the part whose relationships are asked for; empty: those of the package */
export function relationshipsOf(parts: DocumentPackage, part: string): ReadonlyMap<string, Relationship> {
  const slash = part.lastIndexOf('/') + 1;
  const found = new Map<string, Relationship>();
  readXml(parts.text(`${part.slice(0, slash)}_rels/${part.slice(slash)}.rels`), {
    open({ name, attributes }) {
      if (name !== 'Relationship') return;
      const { Id: id = '', Type: type = '', Target: target = '', TargetMode: mode } = attributes;
      const external = mode === 'External';
      found.set(id, {
        id,
        type: type.slice(type.lastIndexOf('/') + 1).toLowerCase(),
        target: external ? target : partName(part.slice(0, slash), target),
        external,
      });
    },
  });
  return found;
}

/** The name of a part that is referred to from a folder. */
export function partName(folder: string, target: string): string {
  const path = target.startsWith('/') ? target : `/${folder}${target}`;
  const segments: string[] = [];
  for (const segment of path.split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '.' && segment !== '') segments.push(segment);
  }
  return segments.join('/');
}

/** The first part of a type that a part refers to. */
export function relatedPart(
  relationships: ReadonlyMap<string, Relationship>,
  type: string,
): string | undefined {
  return relatedParts(relationships, type)[0];
}

export function relatedParts(
  relationships: ReadonlyMap<string, Relationship>,
  type: string,
): readonly string[] {
  return [...relationships.values()]
    .filter((one) => one.type === type && !one.external)
    .map(({ target }) => target);
}
