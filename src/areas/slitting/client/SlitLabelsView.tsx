import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useList } from '@/client/api/use-list'
import { PageFrame } from '@/client/ui/PageFrame'
import { SkeletonList } from '@/client/ui/Skeleton'
import { slitRoll } from '../contract/slitting'
import { isTakenBack } from '../rules/slit-roll'
import RollLabelsView from '@/areas/rolls/client/shared/labels/RollLabelsView'
import { useRollLabels, type LabelledRolls } from '@/areas/rolls/client/shared/labels/use-labels'
import { withUnsentEdits } from './slitter/displayed-sets'

const labelledSlitRolls = { kind: 'slitRoll', resource: slitRoll, withUnsentEdits } as LabelledRolls

/** Field of a slit roll that selects the rolls to label: those of a set, or those made by reworking one roll. */
type RollSource = 'slitSetId' | 'reworkedFromId'
function useRollsToLabel(source: RollSource, id: string): { ids: readonly string[]; isLoading: boolean } {
  const { rows, isLoading } = useList(slitRoll, { [source]: id, size: 200 })
  const ids = useMemo(
    () =>
      rows
        .filter((row) => row[source] === id && !isTakenBack(row.state))
        .sort((a, b) => a.lane - b.lane || a.number.localeCompare(b.number))
        .map((row) => row.id),
    [rows, source, id],
  )
  return { ids, isLoading }
}
const NO_PRINTED_IDS: ReadonlySet<string> = new Set()
/** Preloads the label data of a set while online, so that the labels can be printed offline. Renders nothing. */
export function LabelPreloader({ setId }: { setId: string }) {
  useRollLabels(labelledSlitRolls, useRollsToLabel('slitSetId', setId).ids, NO_PRINTED_IDS)
  return null
}

/** Labels of slit rolls. */
export const SlitRollLabelsView = (props: { ids: readonly string[]; onBack: () => void }) => (
  <RollLabelsView rolls={labelledSlitRolls} {...props} />
)
/** Labels of all rolls of a set, or of all rolls made by reworking one roll, ordered by lane. */
export default function SlitLabelsView({ source, id, onBack }: { source: RollSource; id: string; onBack: () => void }) {
  const { t } = useTranslation(['slitting', 'rolls'])
  const { ids, isLoading } = useRollsToLabel(source, id)
  return isLoading ? (
    <PageFrame title={t('rolls:pages.labels.title')} onBack={onBack}>
      <SkeletonList />
    </PageFrame>
  ) : (
    <SlitRollLabelsView ids={ids} onBack={onBack} />
  )
}
