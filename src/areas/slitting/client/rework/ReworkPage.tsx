import { lazy, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Endpoint } from '@/contract/endpoint'
import type { Row } from '@/contract/resource'
import { useRow } from '@/client/api/use-list'
import type { Cells } from '@/client/resource/build-columns'
import { ResourcePage } from '@/client/resource/ResourcePage'
import { useCanCall } from '@/client/session/use-session'
import { Button } from '@/client/ui/Button'
import { EmptyState } from '@/client/ui/EmptyState'
import { PrintIcon } from '@/client/ui/icons'
import { PageFrame } from '@/client/ui/PageFrame'
import { Quantity } from '@/client/ui/Quantity'
import { LazyBoundary, SkeletonList } from '@/client/ui/Skeleton'
import { useQueryParams } from '@/client/use-query-params'
import { useFormatShift, useFormatTeam } from '@/plant/client/shift-record/use-shift'
import { recordPrintedLabels } from '@/areas/rolls/contract/jumbo-endpoints'
import { rework, reworkRoll } from '../../contract/rework'
import { slitRoll } from '../../contract/slitting'
import { isHeld } from '@/areas/rolls/rules/hold'
import { isRollProducing } from '../../rules/rework'
import { HoldNotice } from '@/areas/rolls/client/shared/HoldNotice'
import { ReworkForm, reworkFields } from './ReworkForm'

const SlitLabels = lazy(() => import('../SlitLabelsView'))
const REWORK_COLUMNS = ['number', 'doneAt', 'kind', 'slitRollId', 'reason', 'kgIn', 'kgOut', 'lossKg', 'cost', 'team']
const formOptions = { commands: { create: reworkRoll as Endpoint }, fieldNames: reworkFields }
/**
 * Cells that round masses to the resolution of the scale. Masses calculated from a share of the length have more
 * digits.
 */
const massCells: Cells = Object.fromEntries(
  (['kgIn', 'kgOut', 'lossKg'] as const).map((name) => [
    name,
    (row) => <Quantity value={row[name] as number | null} unit="kg" decimals={2} hasFixedDecimals />,
  ]),
)
/** Removes the URL parameters of the form. */
const CLOSED_FORM_PARAMS = { new: null, of: null, row: null, says: null }

/** 产品返修: rework records and the form for a new record. A URL parameter names the scanned roll. */
export default function ReworkPage() {
  const { t } = useTranslation('slitting')
  const [params, changeParams] = useQueryParams()
  const slitRollId = params.get('of') === 'slitRoll' ? params.get('row') : null
  const roll = useRow(slitRoll, params.get('new') ? slitRollId : null).row
  const initialValues = useMemo(() => ({ kind: 'rewind', ...(slitRollId ? { slitRollId } : {}) }), [slitRollId])
  const formatShift = useFormatShift()
  const formatTeam = useFormatTeam()
  const cells = useMemo(
    (): Cells => ({
      ...massCells,
      shift: (row) => formatShift(row['shift']),
      team: (row) => formatTeam(row['team']),
    }),
    [formatShift, formatTeam],
  )
  const labels = params.get('labels')
  if (labels)
    return (
      <LazyBoundary skeleton={<SkeletonList />}>
        <SlitLabels source="reworkedFromId" id={labels} onBack={() => changeParams({ labels: null })} />
      </LazyBoundary>
    )
  if (!params.get('new'))
    return (
      <ResourcePage
        resource={rework}
        columns={REWORK_COLUMNS}
        cells={cells}
        form={formOptions}
        actions={(row) => (
          <NewLabelsButton reworkRow={row as Row<typeof rework>} onPrint={(id) => changeParams({ labels: id })} />
        )}
      />
    )
  // Refuses a held roll before the person fills in the form.
  if (roll && isHeld(roll.holds))
    return (
      <PageFrame title={t('pages.rework.new')} subtitle={roll.number} onBack={() => changeParams(CLOSED_FORM_PARAMS)}>
        <HoldNotice holds={roll.holds} />
        <EmptyState title={t('pages.rework.held')} advice={t('pages.rework.heldNext')} />
      </PageFrame>
    )
  return (
    <ReworkForm
      startValues={initialValues}
      draftScope={slitRollId ?? 'new'}
      onBack={() => changeParams(CLOSED_FORM_PARAMS)}
      onDone={({ id }) => changeParams({ ...CLOSED_FORM_PARAMS, id })}
    />
  )
}
/** Opens the labels of the rolls made by a rework, which need new labels. */
function NewLabelsButton({ reworkRow, onPrint }: { reworkRow: Row<typeof rework>; onPrint: (rollId: string) => void }) {
  const { t } = useTranslation(['slitting', 'rolls'])
  if (!useCanCall(recordPrintedLabels) || !isRollProducing(reworkRow.kind)) return null
  return (
    <Button icon={<PrintIcon size={20} />} onClick={() => onPrint(reworkRow.slitRollId)}>
      {t('rolls:actions.jumboRoll_printed')}
    </Button>
  )
}
