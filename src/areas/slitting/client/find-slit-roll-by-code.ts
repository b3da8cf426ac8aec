import { parseLabel } from '@/plant/rules/label'
import { findRowsByNumber } from '@/areas/rolls/client/shared/find-rows-by-number'
import { slitRoll } from '../contract/slitting'

/** Asks the server for the slit roll with a scanned number that this phone does not know. */
export async function findSlitRollByCode(text: string): Promise<{ resource: string; id: string; label: string }[]> {
  const { kind, code } = parseLabel(text)
  return kind === 'slitRoll' || kind === 'unknown' ? findRowsByNumber([slitRoll], code) : []
}
