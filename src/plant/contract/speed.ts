import { amount } from '@/contract/field'

/** Faster than any line that makes or slits web, m/min: whoever types more hit a key too often. */
export const MOST_SPEED = 10_000
/** A speed that a line, or a standard for it, is said to run at. */
export const setSpeed = amount({ unit: 'm/min', digits: 1, min: 0, max: MOST_SPEED })
