export const dayMs = 86_400_000;

/** How pages are visited again by how often they change; absent: by fixed times (`revisit`). */
export interface FreshnessSettings {
  /** On the average a page of the collection is visited again after so long, where the ceiling of the day allows it. */
  readonly everyMs: number;
  /** No page sooner, and each at last. */
  readonly minMs: number;
  readonly maxMs: number;
  /** Whose changes are counted: each page's own, or those of its host together. */
  readonly per: 'page' | 'site';
  /** A page that is surely on topic counts for so much more than one that hardly is; 0: all count alike. */
  readonly relevance: number;
  /** The same for one that 31 or more other sites link to; 0: nobody counts them. */
  readonly popularity: number;
  /** The part of fetches that goes to pages that are due again, where new ones wait too … */
  readonly share: number;
  /** … and while the job maintains what it has. */
  readonly maintenanceShare: number;
}
