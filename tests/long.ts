const LONG = Number(process.env['LONG'] ?? 1)

/** Rounds of a trial that finds more the longer it goes on: `npm run test:long` goes ten times as many. */
export const times = (rounds: number): number => rounds * LONG
/** Whether this is the long run: bars that take minutes are held there in full. */
export const isLong = LONG > 1
