/**
 * GB/T 6678: number of packages to sample of a chemical product (bags of resin, drums of finish). The standard's table
 * ends at 512 packages and continues with n = 3 · ∛N. Except for its first two rows, the table equals the rounded-up
 * formula.
 */

/** Up to this number of packages, every one is sampled. */
const ALL_SAMPLED_UP_TO = 10
/** Up to this number of packages, eleven are sampled, more than the formula gives. */
const ELEVEN_SAMPLED_UP_TO = 49

/** Returns the number of packages to sample. @param packages number of packages in the lot, an integer */
export function countPackagesToSample(packages: number): number {
  if (packages <= ALL_SAMPLED_UP_TO) return Math.max(0, packages)
  if (packages <= ELEVEN_SAMPLED_UP_TO) return 11
  // Integer arithmetic: with floating point, rounding up 3 · ∛N gives 19 instead of 18 for 216 packages.
  let n = 11
  while (n ** 3 < 27 * packages) n++
  return n
}
