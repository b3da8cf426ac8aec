import { parseLabel } from '@/plant/rules/label'
import { findRowsByNumber } from '@/areas/rolls/client/shared/find-rows-by-number'
import { slitRoll } from '../contract/slitting'

/** Finds the slit roll of a scanned label on the server, for labels that this phone does not know. */
export async function findSlitRollByCode(
  scannedText: string,
): Promise<{ resource: string; id: string; label: string }[]> {
  const { kind, code } = parseLabel(scannedText)
  return kind === 'slitRoll' || kind === 'unknown' ? findRowsByNumber([slitRoll], code) : []
}
