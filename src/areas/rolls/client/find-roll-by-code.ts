import type { Resource } from '@/contract/resource'
import { parseLabel } from '@/plant/rules/label'
import { jumboRoll } from '../contract/jumbo-roll'
import { slitRoll } from '../contract/slitting'
import { findRowsByNumber } from './shared/find-rows-by-number'

const resourcesByKind: Readonly<Record<string, readonly Resource[]>> = {
  jumboRoll: [jumboRoll],
  slitRoll: [slitRoll],
  unknown: [jumboRoll, slitRoll],
}

/** Asks the server for the roll with a scanned number that this phone does not know. */
export async function findRollByCode(text: string): Promise<{ resource: string; id: string; label: string }[]> {
  const { kind, code } = parseLabel(text)
  return findRowsByNumber(resourcesByKind[kind] ?? [], code)
}
