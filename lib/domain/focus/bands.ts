/**
 * The number of bands of the due index. Hosts whose best URLs are about equally relevant share a band. Band 0 has the
 * most relevant ones, and all hosts that are not ordered by relevance.
 */
export const bandCount = 8;

/** The lowest relevance of each band except the last, which begins at 0. */
export const bandFloors = [0.9, 0.7, 0.5, 0.3, 0.15, 0.05, 0.01];

export function bandOfRelevance(relevance: number): number {
  const band = bandFloors.findIndex((floor) => relevance >= floor);
  return band === -1 ? bandFloors.length : band;
}
