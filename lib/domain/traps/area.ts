/** The folder that an area stands in; of a path with parameters its own folder, too. */
export function above(area: string): string {
  const path = area.replace(/\/?\??$/, '');
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** Parts of an area's path. */
export function folders(area: string): number {
  return area.split('/').filter((part) => part !== '' && part !== '?').length;
}

/** Whether an area is another or stands below it. The root is above nothing: everything would be below it. */
export function isWithin(area: string, above: string): boolean {
  const folder = above.replace(/\?$/, '').replace(/\/$/, '');
  return (
    area === above ||
    (folder !== '' && (area === folder || /^[/?]/.test(area.slice(folder.length))) && area.startsWith(folder))
  );
}
