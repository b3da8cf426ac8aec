/** Lines that can make a product: spunbond beams, meltblown beams, or both, one web on top of the other. */
import type { LineKind } from '@/plant/rules/line'

/**
 * Line kinds by family of the web, the usual kind first. A composite line makes plain spunbond with its meltblown beams
 * off. The layers of a laminate do not determine the line, so families without an entry are not judged.
 */
const lineKindsByFamily: Readonly<Record<string, readonly LineKind[]>> = {
  spunbond: ['spunbond', 'composite'],
  meltblown: ['meltblown'],
  sms: ['composite'],
  ssmms: ['composite'],
}
interface LineCandidate {
  readonly id: string
  readonly kind: LineKind
}
/** True if lines of a kind make webs of a family, or if nothing is known about the family. */
export const canMakeFamily = (kind: LineKind, family: string): boolean =>
  lineKindsByFamily[family]?.includes(kind) ?? true

/** Returns the default line for a product of this family; the first line if none of them makes it. */
export const chooseDefaultLine = (lines: readonly LineCandidate[], family: string | null): string | null => {
  for (const kind of (family && lineKindsByFamily[family]) || []) {
    const found = lines.find((line) => line.kind === kind)
    if (found) return found.id
  }
  return lines[0]?.id ?? null
}
