import '@/client/fields/fields.css'
import { isCountedInSums } from '@/offline/overlay'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getAllowedActions, type ActionName } from '@/contract/state-machine'
import type { Row } from '@/contract/resource'
import { useList, useRow } from '@/client/api/use-list'
import { getPlantMoment } from '@/client/clock'
import { Picker } from '@/client/fields/picker'
import { formatMoment } from '@/client/format/time'
import { useLabels } from '@/client/i18n/labels'
import { LazyCommandForm } from '@/client/resource/ResourceForm'
import { ResourceStateBadge } from '@/client/resource/ResourceStateBadge'
import { hasPermission, useSession } from '@/client/session/use-session'
import { usePlantZone } from '@/client/session/plant-zone'
import { Button } from '@/client/ui/Button'
import { EmptyState } from '@/client/ui/EmptyState'
import { PageFrame } from '@/client/ui/PageFrame'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { equipment } from '../../contract/equipment'
import { useRecord as usage } from '../../contract/use-record'
import { equipmentUse, moveUse, type EquipmentUseState } from '../../rules/equipment'
import { useMachineName } from '../machine/use-machine-name'
import { inUseTones } from '../../contract/tones'

type Action = ActionName<typeof equipmentUse>
interface Props {
  equipmentId: string | null
  onMachine: (id: string | null) => void
  onBack: () => void
  onDone: (id: string) => void
}
const asked = ['reason', 'occurredAt', 'place', 'images', 'note'] as const

/** Records a change of the use state: choose the machine, then an allowed action, then enter the reason. */
export function UseForm({ equipmentId, onMachine, onBack, onDone }: Props) {
  const { t } = useTranslation('equipment')
  const [chosen, setChosen] = useState<{ action: Action; at: string } | null>(null)
  const { row, isLoading } = useRow(equipment, equipmentId)
  const nameOf = useMachineName()
  const state = useStateNow(row)
  const form = useMemo(
    () =>
      row && chosen && { equipmentId: row.id, state: equipmentUse.actions[chosen.action].to, occurredAt: chosen.at },
    [row, chosen],
  )
  if (row && state && form && chosen) {
    return (
      <LazyCommandForm
        endpoint={usage.endpoints.create}
        title={`${t(`pages.use.actions.${chosen.action}`)} · ${row.code} ${nameOf(row)}`}
        start={form}
        only={asked}
        check={(values) => {
          const move = moveUse(state, form.state, (values['reason'] as string | null | undefined) ?? null)
          return !move.ok && move.code === 'reason' ? [{ name: 'reason', message: t('refusals.useReason') }] : []
        }}
        onBack={() => setChosen(null)}
        onDone={({ id }) => onDone(id)}
      />
    )
  }
  return (
    <PageFrame title={t('pages.use.change')} onBack={onBack}>
      <div className="eq-steps">
        <Machine id={equipmentId} onPick={onMachine} />
        {!equipmentId && <EmptyState title={t('pages.use.noMachine')} next={t('pages.use.noMachineNext')} />}
        {equipmentId && isLoading && <SkeletonDetail fields={2} />}
        {row && state && (
          <Moves row={row} state={state} onChoose={(action) => setChosen({ action, at: getPlantMoment() })} />
        )}
      </div>
    </PageFrame>
  )
}

/** Returns the state after the unsent records of this phone arrive; refused records are ignored. */
function useStateNow(row: Row<typeof equipment> | null): EquipmentUseState | null {
  const { rows } = useList(usage, { equipmentId: row?.id ?? '', size: 1 }, row !== null)
  const unsent = (rows as { pending?: unknown; occurredAt: string; state: EquipmentUseState }[])
    .filter((one) => one.pending !== undefined && isCountedInSums(one))
    .sort((a, b) => (a.occurredAt < b.occurredAt ? 1 : -1))
  return unsent[0]?.state ?? row?.state ?? null
}

function Machine({ id, onPick }: { id: string | null; onPick: (id: string | null) => void }) {
  const labels = useLabels('equipment')
  const label = labels.field(usage, 'equipmentId')
  return (
    <div className="filter">
      <span>{label}</span>
      <Picker
        of="equipment"
        id="use-machine"
        label={label}
        many={false}
        ids={id ? [id] : []}
        onPick={(ids) => onPick(ids[0] ?? null)}
      />
    </div>
  )
}

function Moves({
  row,
  state,
  onChoose,
}: {
  row: Row<typeof equipment>
  state: EquipmentUseState
  onChoose: (action: Action) => void
}) {
  const { t } = useTranslation('equipment')
  const zone = usePlantZone()
  const person = useSession()
  const nameOf = useMachineName()
  const actions = getAllowedActions(equipmentUse, state, (key) => hasPermission(person, key))
  return (
    <>
      <p className="eq-now">
        <b>
          {row.code} {nameOf(row)}
        </b>
        <ResourceStateBadge of={equipment} state={state} tones={inUseTones} />
      </p>
      <p className="quiet">{t('pages.use.asOf', { time: formatMoment(row.updatedAt, zone) })}</p>
      {actions.length === 0 && <EmptyState title={t('pages.use.noMoves')} next={t('pages.use.noMovesNext')} />}
      <div className="eq-moves">
        {actions.map((action) => (
          <Button key={action} block look={action === 'discard' ? 'danger' : 'plain'} onClick={() => onChoose(action)}>
            {t(`pages.use.actions.${action}`)}
          </Button>
        ))}
      </div>
    </>
  )
}
