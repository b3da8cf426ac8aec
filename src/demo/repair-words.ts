/** Texts of repairs, consistent with their times, parts and stops. */
import { z } from 'zod'
import { faultKinds } from '@/areas/maintenance/contract/repair'
import { DAY_MS } from '@/plant/rules/plant-time'
import repairTexts from './data/repair-texts.json' with { type: 'json' }
import type { FaultKind } from './machine-groups'
import type { Incident } from './incidents'
import { bilingualTextSchema, readRecords } from './read-data'
import { toBilingualText, type BilingualText } from './bilingual-text'

const rejections = readRecords(
  repairTexts.rejections,
  z.strictObject({ kind: z.enum(faultKinds).nullable(), reason: bilingualTextSchema }),
)
/** Lists the reasons for rejecting a repair of a fault kind; reasons without a kind fit all. */
export const listRejections = (faultKind: FaultKind): readonly BilingualText[] =>
  rejections.flatMap(({ kind, reason }) => (kind === faultKind || kind === null ? [reason] : []))

export const { withdrawals } = repairTexts

/**
 * Writes the description of a reported fault.
 *
 * @param lastRepairEndMs end of the machine's previous repair, ms since 1970
 */
export function writeFaultReport(
  { fault, isBreakdown, stopsLine, atMs }: Incident,
  lastRepairEndMs: number | null,
): BilingualText {
  const daysSinceRepair = lastRepairEndMs === null ? null : Math.floor((atMs - lastRepairEndMs) / DAY_MS)
  const phrases = [
    fault.description,
    ...(stopsLine ? [toBilingualText('产线已停', 'line stopped')] : []),
    ...(isBreakdown && daysSinceRepair !== null && daysSinceRepair > 0
      ? [
          toBilingualText(
            `距上次修理 ${daysSinceRepair} 天`,
            `${daysSinceRepair === 1 ? '1 day' : `${daysSinceRepair} days`} after the last repair`,
          ),
        ]
      : []),
  ]
  return toBilingualText(phrases.map(({ zh }) => zh).join('，'), phrases.map(({ en }) => en).join(', '))
}

/** Usual cause and action when only the fault kind is known. */
export const usualCauses: Readonly<
  Record<FaultKind, { readonly cause: BilingualText; readonly action: BilingualText }>
> = repairTexts.usualCauses
