import { parseLabel } from '@/plant/rules/label'
import { findRowsByNumber } from '@/areas/rolls/client/shared/find-rows-by-number'
import { rollPackage } from '../contract/package'

/** Finds the package with a scanned number on the server, for numbers that this phone does not know. */
export async function findPackageByCode(text: string): Promise<{ resource: string; id: string; label: string }[]> {
  const { kind, code } = parseLabel(text)
  return kind === 'package' ? findRowsByNumber([rollPackage], code) : []
}
