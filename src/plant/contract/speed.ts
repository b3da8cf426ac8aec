import { amount } from '@/contract/field'

/** Faster than any line that makes or slits web; a higher value is a typing error. */
export const MOST_SPEED = 10_000
/** Speed setpoint of a line or of a standard. */
export const setSpeed = amount({ unit: 'm/min', digits: 1, min: 0, max: MOST_SPEED })
