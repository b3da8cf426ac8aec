import '../equipment.css'
import { useTranslation } from 'react-i18next'
import { createStateCell } from '@/client/resource/ResourceStateBadge'
import { useCanCall } from '@/client/session/use-session'
import { ResourcePage, type OpenForm } from '@/client/resource/ResourcePage'
import { Button } from '@/client/ui/Button'
import { useQueryParams } from '@/client/use-query-params'
import { machineUseRecord } from '@/areas/equipment/contract/equipment'
import { machineStateTones } from '../../contract/tones'
import { MachineUseForm } from './MachineUseForm'

const columns = ['equipmentId', 'state', 'occurredAt', 'fromState', 'userId', 'place', 'reason', 'images'] as const
const cells = { state: createStateCell(machineUseRecord, 'state', machineStateTones) }

/** Use records: every change of the use state of machines. */
export default function MachineUsePage() {
  const { t } = useTranslation('equipment')
  const [params, setParams] = useQueryParams()
  const canAdd = useCanCall(machineUseRecord.endpoints.create)
  const renderForm = ({ unsent, onBack, onDone }: OpenForm) =>
    unsent ? undefined : (
      <MachineUseForm
        equipmentId={params.get('equipmentId')}
        onChooseMachine={(id) => setParams({ equipmentId: id })}
        onBack={onBack}
        onDone={onDone}
      />
    )
  return (
    <ResourcePage
      resource={machineUseRecord}
      columns={columns}
      cells={cells}
      form={{ render: renderForm }}
      primary={
        canAdd && (
          <Button look="primary" onClick={() => setParams({ new: '1' })}>
            {t('pages.use.change')}
          </Button>
        )
      }
    />
  )
}
