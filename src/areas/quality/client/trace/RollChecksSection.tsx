import { useTranslation } from 'react-i18next'
import type { TracedRow } from '@/client/area'
import { useRow } from '@/client/api/use-list'
import { RelatedRowList } from '@/client/resource/RelatedRowList'
import { createStateCell } from '@/client/resource/ResourceStateBadge'
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { slitRoll } from '@/areas/slitting/contract/slitting'
import { qualityCheck } from '../../contract/quality-check'
import { isSlitRollAffected, type PlacedDefect } from '../../rules/check-downgrades'
import { checkResultTones } from '../tones'

const cells = { result: createStateCell(qualityCheck, 'result', checkResultTones) }
const columns = ['checkedAt', 'result', 'userId', 'outOfLimits', 'defects']

/** Checks of a traced roll. For a slit roll, the checks of its jumbo are listed as well. */
export default function RollChecksSection({ kind, id }: TracedRow) {
  if (kind === 'jumboRoll')
    return <RelatedRowList resource={qualityCheck} query={{ jumboRollId: id }} columns={columns} cells={cells} />
  return (
    <>
      <RelatedRowList resource={qualityCheck} query={{ slitRollId: id }} columns={columns} cells={cells} />
      <JumboChecksSection id={id} />
    </>
  )
}
/** Checks of the jumbo. Failed checks are listed only if they concern metres in this slit roll. */
function JumboChecksSection({ id }: { id: string }) {
  const { t } = useTranslation('quality')
  const { row: roll } = useRow(slitRoll, id)
  const { row: jumbo } = useRow(jumboRoll, roll?.jumboRollId ?? null)
  if (!roll || !jumbo) return null
  return (
    <RelatedRowList
      resource={qualityCheck}
      query={{ jumboRollId: jumbo.id }}
      columns={columns}
      cells={cells}
      title={t('pages.trace.motherChecks', { number: jumbo.number ?? '' })}
      isRelated={(row) =>
        row['slitRollId'] === null &&
        (row['result'] !== 'notOk' || isSlitRollAffected(row['defects'] as PlacedDefect[], jumbo.lengthM ?? 0, roll))
      }
    />
  )
}
