import { amount } from '@/contract/field'

/** Faster than any line that makes or slits web; a higher value is a typing error. */
export const MAX_SPEED_M_PER_MIN = 10_000
/** Speed setpoint of a line or of a standard. */
export const speedField = amount({ unit: 'm/min', digits: 1, min: 0, max: MAX_SPEED_M_PER_MIN })
