/**
 * GB/T 6678: how many packages of a chemical product (bags of resin, drums of finish) are sampled. The standard's table ends
 * at 512 packages and goes on by n = 3 · ∛N; the table is the same in whole numbers, but for its first two rows.
 */

/** Up to so many packages every one is sampled. */
const ALL_UP_TO = 10
/** Up to so many packages eleven are sampled, more than the formula says. */
const ELEVEN_UP_TO = 49

/** @param packages how many the lot has, a whole number. @returns how many of them are sampled */
export function packagesToSample(packages: number): number {
  if (packages <= ALL_UP_TO) return Math.max(0, packages)
  if (packages <= ELEVEN_UP_TO) return 11
  // In whole numbers: 3 · ∛N in floating point says 19 for 216 packages.
  let n = 11
  while (n ** 3 < 27 * packages) n++
  return n
}
