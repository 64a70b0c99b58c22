/** The place of a document: a member of a bundle. */
export interface MemberPlace {
  /** Key of the bundle: `bundles/<job>/…`. */
  readonly bundle: string;
  readonly offset: number;
  readonly length: number;
}

/** The name that records have of a document: `<bundle>#<offset>+<length>`. */
export function documentName({ bundle, offset, length }: MemberPlace): string {
  return `${bundle}#${offset}+${length}`;
}

/** The place that a name says; undefined for what is no name of a document. */
export function memberPlace(name: string): MemberPlace | undefined {
  const [, bundle, offset, length] = /^(bundles\/[^#]+)#(\d{1,15})\+(\d{1,10})$/.exec(name) ?? [];
  if (bundle === undefined) return undefined;
  return { bundle, offset: Number(offset), length: Number(length) };
}
