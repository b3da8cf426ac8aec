const ROUNDS_FACTOR = Number(process.env['LONG'] ?? 1)

/** Returns the number of rounds of a randomised test in this run; `npm run test:long` runs ten times as many. */
export const scaleRounds = (rounds: number): number => rounds * ROUNDS_FACTOR
/** True in `npm run test:long`, which also checks limits that take minutes. */
export const isLongRun = ROUNDS_FACTOR > 1
