import { lazy, Suspense, useMemo } from 'react'
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
import { SkeletonList } from '@/client/ui/Skeleton'
import { useParams } from '@/client/use-params'
import { useFormatShift, useFormatTeam } from '@/plant/client/sheet/use-shift'
import { printedLabel } from '../../contract/jumbo-endpoints'
import { rework, reworkRoll } from '../../contract/rework'
import { slitRoll } from '../../contract/slitting'
import { isHeld } from '../../rules/hold'
import { isRollProducing } from '../../rules/rework'
import { HoldNotice } from '../hold/HoldNotice'
import { ReworkForm, reworkFields } from './ReworkForm'

const SlitLabels = lazy(() => import('../labels/SlitLabelsView'))
const REWORK_COLUMNS = ['number', 'doneAt', 'kind', 'slitRollId', 'reason', 'kgIn', 'kgOut', 'lossKg', 'cost', 'team']
const formOptions = { commands: { create: reworkRoll as Endpoint }, only: reworkFields }
/** Rounds to the resolution of the scale; masses calculated from a length share have more digits. */
const massCells: Cells = Object.fromEntries(
  (['kgIn', 'kgOut', 'lossKg'] as const).map((name) => [
    name,
    (row) => <Quantity value={row[name] as number | null} unit="kg" decimals={2} fixed />,
  ]),
)
const CLOSED_FORM_PARAMS = { new: null, of: null, row: null, says: null }

/** 产品返修: rework records and the form for a new one; a scanned roll comes as a URL parameter. */
export default function ReworkPage() {
  const { t } = useTranslation('rolls')
  const [params, change] = useParams()
  const row = params.get('of') === 'slitRoll' ? params.get('row') : null
  const roll = useRow(slitRoll, params.get('new') ? row : null).row
  const initialValues = useMemo(() => ({ kind: 'rewind', ...(row ? { slitRollId: row } : {}) }), [row])
  const getShiftWord = useFormatShift()
  const getTeamWord = useFormatTeam()
  const cells = useMemo(
    (): Cells => ({
      ...massCells,
      shift: (one) => getShiftWord(one['shift']),
      team: (one) => getTeamWord(one['team']),
    }),
    [getShiftWord, getTeamWord],
  )
  const labels = params.get('labels')
  if (labels)
    return (
      <Suspense fallback={<SkeletonList />}>
        <SlitLabels of="reworkedFromId" id={labels} onBack={() => change({ labels: null })} />
      </Suspense>
    )
  if (!params.get('new'))
    return (
      <ResourcePage
        of={rework}
        columns={REWORK_COLUMNS}
        cells={cells}
        form={formOptions}
        actions={(one) => <NewLabelsButton of={one as Row<typeof rework>} onPrint={(id) => change({ labels: id })} />}
      />
    )
  // Refuses a held roll before the person fills in the form.
  if (roll && isHeld(roll.holds))
    return (
      <PageFrame title={t('pages.rework.new')} sub={roll.number} onBack={() => change(CLOSED_FORM_PARAMS)}>
        <HoldNotice holds={roll.holds} />
        <EmptyState title={t('pages.rework.held')} next={t('pages.rework.heldNext')} />
      </PageFrame>
    )
  return (
    <ReworkForm
      start={initialValues}
      draftOf={row ?? 'new'}
      onBack={() => change(CLOSED_FORM_PARAMS)}
      onDone={({ id }) => change({ ...CLOSED_FORM_PARAMS, id })}
    />
  )
}
/** Rolls made by rework need new labels. */
function NewLabelsButton({ of, onPrint }: { of: Row<typeof rework>; onPrint: (rollId: string) => void }) {
  const { t } = useTranslation('rolls')
  if (!useCanCall(printedLabel) || !isRollProducing(of.kind)) return null
  return (
    <Button icon={<PrintIcon size={20} />} onClick={() => onPrint(of.slitRollId)}>
      {t('actions.jumboRoll_printed')}
    </Button>
  )
}
