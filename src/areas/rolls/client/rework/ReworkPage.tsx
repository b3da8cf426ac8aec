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
import { printedLabel } from '../../contract/jumbo-calls'
import { rework, reworkRoll } from '../../contract/rework'
import { slitRoll } from '../../contract/slitting'
import { isHeld } from '../../rules/hold'
import { makesRolls } from '../../rules/rework'
import { OnHold } from '../hold/OnHold'
import { ReworkForm, reworkFields } from './ReworkForm'

const SlitLabels = lazy(() => import('../labels/SlitLabels'))
const columns = ['number', 'doneAt', 'kind', 'slitRollId', 'reason', 'kgIn', 'kgOut', 'lossKg', 'cost', 'team']
const form = { commands: { create: reworkRoll as Endpoint }, only: reworkFields }
/** As rolls are weighed; what was worked out of a share of their length has more digits than any scale. */
const masses: Cells = Object.fromEntries(
  (['kgIn', 'kgOut', 'lossKg'] as const).map((name) => [
    name,
    (row) => <Quantity value={row[name] as number | null} unit="kg" decimals={2} fixed />,
  ]),
)
const begun = { new: null, of: null, row: null, says: null }

/** 产品返修: what was reworked, with the form for the next; a scanned roll comes along in the address. */
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
  // Said at the start: nobody fills in a form that is refused at its end.
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
/** Rolls that rework made need labels of their own. */
function NewLabels({ of, onPrint }: { of: Row<typeof rework>; onPrint: (rollId: string) => void }) {
  const { t } = useTranslation('rolls')
  if (!useCanCall(printedLabel) || !makesRolls(of.kind)) return null
  return (
    <Button icon={<PrintIcon size={20} />} onClick={() => onPrint(of.slitRollId)}>
      {t('actions.jumboRoll_printed')}
    </Button>
  )
}
