/** What a thread or process runs: the file of that name beside the one at `url`, in source, in compiled code and in a bundle. */
export function ownProgram(url: string, name: string): URL {
  return new URL(`./${name}${/\.[^./]+$/.exec(url)?.[0] ?? ''}`, url);
}
