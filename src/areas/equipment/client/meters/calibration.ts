import type { Tone } from '@/client/ui/StateBadge'
import { calculateCalibrationState, type CalibrationState } from '../../rules/meter'

export const calibrationTones: Record<CalibrationState['state'], Tone> = {
  valid: 'ok',
  dueSoon: 'warn',
  expired: 'bad',
  never: 'idle',
}
interface CalibratedMeter {
  calibratedOn: string | null
  calibrationMonths: number | null
  calibrationSoonDays: number | null
}

/** Returns the calibration state of a meter; null without an interval, because it needs no calibration. */
export function getCalibrationState(row: CalibratedMeter, today: string): CalibrationState | null {
  return row.calibrationMonths === null
    ? null
    : calculateCalibrationState(
        { calibratedOn: row.calibratedOn, everyMonths: row.calibrationMonths, soonDays: row.calibrationSoonDays ?? 0 },
        today,
      )
}
