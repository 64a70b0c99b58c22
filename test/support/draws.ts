/** How many draws a commit tries, which draws others each time, of those that the full tests try. */
export function someDraws(all: number): number {
  return process.env.WINNOW_TEST_FULL === '1' ? all : Math.ceil(all / 4);
}
