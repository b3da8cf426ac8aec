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
import { equipment, machineUseRecord } from '../../contract/equipment'
import { equipmentUseLifecycle, decideUseChange, type EquipmentUseState } from '../../rules/equipment'
import { useMachineName } from '../machine/use-machine-name'
import { machineStateTones } from '../../contract/tones'

type UseAction = ActionName<typeof equipmentUseLifecycle>
interface Props {
  equipmentId: string | null
  onChooseMachine: (id: string | null) => void
  onBack: () => void
  onDone: (id: string) => void
}
const formFields = ['reason', 'occurredAt', 'place', 'images', 'note'] as const

/** Records a change of the use state: choose the machine, then an allowed action, then enter the reason. */
export function MachineUseForm({ equipmentId, onChooseMachine, onBack, onDone }: Props) {
  const { t } = useTranslation('equipment')
  const [chosenAction, setChosenAction] = useState<{ action: UseAction; chosenAt: string } | null>(null)
  const { row, isLoading } = useRow(equipment, equipmentId)
  const getMachineName = useMachineName()
  const state = useExpectedState(row)
  const initialValues = useMemo(
    () =>
      row &&
      chosenAction && {
        equipmentId: row.id,
        state: equipmentUseLifecycle.actions[chosenAction.action].to,
        occurredAt: chosenAction.chosenAt,
      },
    [row, chosenAction],
  )
  if (row && state && initialValues && chosenAction) {
    return (
      <LazyCommandForm
        endpoint={machineUseRecord.endpoints.create}
        title={`${t(`pages.use.actions.${chosenAction.action}`)} · ${row.code} ${getMachineName(row)}`}
        startValues={initialValues}
        fieldNames={formFields}
        check={(values) => {
          const decision = decideUseChange(
            state,
            initialValues.state,
            (values['reason'] as string | null | undefined) ?? null,
          )
          return !decision.ok && decision.code === 'reason'
            ? [{ name: 'reason', message: t('refusals.useReason') }]
            : []
        }}
        onBack={() => setChosenAction(null)}
        onDone={({ id }) => onDone(id)}
      />
    )
  }
  return (
    <PageFrame title={t('pages.use.change')} onBack={onBack}>
      <div className="eq-steps stack gap-4">
        <MachineField id={equipmentId} onPick={onChooseMachine} />
        {!equipmentId && <EmptyState title={t('pages.use.noMachine')} advice={t('pages.use.noMachineNext')} />}
        {equipmentId && isLoading && <SkeletonDetail fields={2} />}
        {row && state && (
          <UseActionsPanel
            row={row}
            state={state}
            onChoose={(action) => setChosenAction({ action, chosenAt: getPlantMoment() })}
          />
        )}
      </div>
    </PageFrame>
  )
}

/** Returns the use state that a machine has once the unsent records of this phone arrive. Refused records do not count. */
function useExpectedState(row: Row<typeof equipment> | null): EquipmentUseState | null {
  const { rows } = useList(machineUseRecord, { equipmentId: row?.id ?? '', size: 1 }, { enabled: row !== null })
  const unsentRecords = (rows as { pending?: unknown; occurredAt: string; state: EquipmentUseState }[])
    .filter((record) => record.pending !== undefined && isCountedInSums(record))
    .sort((a, b) => (a.occurredAt < b.occurredAt ? 1 : -1))
  return unsentRecords[0]?.state ?? row?.state ?? null
}

function MachineField({ id, onPick }: { id: string | null; onPick: (id: string | null) => void }) {
  const labels = useLabels('equipment')
  const label = labels.field(machineUseRecord, 'equipmentId')
  return (
    <div className="filter">
      <span>{label}</span>
      <Picker
        resource="equipment"
        id="use-machine"
        label={label}
        multiple={false}
        ids={id ? [id] : []}
        onPick={(ids) => onPick(ids[0] ?? null)}
      />
    </div>
  )
}

function UseActionsPanel({
  row,
  state,
  onChoose,
}: {
  row: Row<typeof equipment>
  state: EquipmentUseState
  onChoose: (action: UseAction) => void
}) {
  const { t } = useTranslation('equipment')
  const zone = usePlantZone()
  const session = useSession()
  const getMachineName = useMachineName()
  const actions = getAllowedActions(equipmentUseLifecycle, state, (permission) => hasPermission(session, permission))
  return (
    <>
      <p className="chips">
        <b>
          {row.code} {getMachineName(row)}
        </b>
        <ResourceStateBadge resource={equipment} state={state} tones={machineStateTones} />
      </p>
      <p className="quiet">{t('pages.use.asOf', { time: formatMoment(row.updatedAt, zone) })}</p>
      {actions.length === 0 && <EmptyState title={t('pages.use.noMoves')} advice={t('pages.use.noMovesNext')} />}
      <div className="eq-moves stack">
        {actions.map((action) => (
          <Button key={action} block look={action === 'discard' ? 'danger' : 'plain'} onClick={() => onChoose(action)}>
            {t(`pages.use.actions.${action}`)}
          </Button>
        ))}
      </div>
    </>
  )
}
