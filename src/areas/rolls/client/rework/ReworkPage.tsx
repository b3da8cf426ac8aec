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
import { makesRolls } from '../../rules/rework'
import { OnHold } from '../hold/OnHold'
import { ReworkForm, reworkFields } from './ReworkForm'

const SlitLabels = lazy(() => import('../labels/SlitLabels'))
const columns = ['number', 'doneAt', 'kind', 'slitRollId', 'reason', 'kgIn', 'kgOut', 'lossKg', 'cost', 'team']
const form = { commands: { create: reworkRoll as Endpoint }, only: reworkFields }
/** Rounds to the resolution of the scale; masses calculated from a length share have more digits. */
const masses: Cells = Object.fromEntries(
  (['kgIn', 'kgOut', 'lossKg'] as const).map((name) => [
    name,
    (row) => <Quantity value={row[name] as number | null} unit="kg" decimals={2} fixed />,
  ]),
)
const begun = { new: null, of: null, row: null, says: null }

/** 产品返修: rework records and the form for a new one; a scanned roll comes as a URL parameter. */
export default function ReworkPage() {
  const { t } = useTranslation('rolls')
  const [params, change] = useParams()
  const row = params.get('of') === 'slitRoll' ? params.get('row') : null
  const roll = useRow(slitRoll, params.get('new') ? row : null).row
  const start = useMemo(() => ({ kind: 'rewind', ...(row ? { slitRollId: row } : {}) }), [row])
  const shift = useFormatShift()
  const team = useFormatTeam()
  const cells = useMemo(
    (): Cells => ({
      ...masses,
      shift: (one) => shift(one['shift']),
      team: (one) => team(one['team']),
    }),
    [shift, team],
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
        columns={columns}
        cells={cells}
        form={form}
        actions={(one) => <NewLabels of={one as Row<typeof rework>} onPrint={(id) => change({ labels: id })} />}
      />
    )
  // Refuses a held roll before the person fills in the form.
  if (roll && isHeld(roll.holds))
    return (
      <PageFrame title={t('pages.rework.new')} sub={roll.number} onBack={() => change(begun)}>
        <OnHold holds={roll.holds} />
        <EmptyState title={t('pages.rework.held')} next={t('pages.rework.heldNext')} />
      </PageFrame>
    )
  return (
    <ReworkForm
      start={start}
      draftOf={row ?? 'new'}
      onBack={() => change(begun)}
      onDone={({ id }) => change({ ...begun, id })}
    />
  )
}
/** Rolls made by rework need new labels. */
function NewLabels({ of, onPrint }: { of: Row<typeof rework>; onPrint: (rollId: string) => void }) {
  const { t } = useTranslation('rolls')
  if (!useCanCall(printedLabel) || !makesRolls(of.kind)) return null
  return (
    <Button icon={<PrintIcon size={20} />} onClick={() => onPrint(of.slitRollId)}>
      {t('actions.jumboRoll_printed')}
    </Button>
  )
}
