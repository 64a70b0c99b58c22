/** One JSON object of the members of several, none of them empty, without reading what is written already. */
export function joinObjects(...objects: readonly string[]): string {
  return `{${objects.map((object) => object.slice(1, -1)).join(',')}}`;
}
