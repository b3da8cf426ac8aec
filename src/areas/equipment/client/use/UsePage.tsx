import '../equipment.css'
import { useTranslation } from 'react-i18next'
import { createStateCell } from '@/client/resource/ResourceStateBadge'
import { useCanCall } from '@/client/session/use-session'
import { ResourcePage } from '@/client/resource/ResourcePage'
import { Button } from '@/client/ui/Button'
import { useParams } from '@/client/use-params'
import { useRecord } from '../../contract/use-record'
import { inUseTones } from '../../contract/tones'
import { UseForm } from './UseForm'

const columns = ['equipmentId', 'state', 'occurredAt', 'fromState', 'userId', 'place', 'reason', 'images'] as const
const cells = { state: createStateCell(useRecord, 'state', inUseTones) }

/** Use records: every change of the use state of machines. */
export default function UsePage() {
  const { t } = useTranslation('equipment')
  const [params, go] = useParams()
  const mayAdd = useCanCall(useRecord.endpoints.create)
  if (params.has('new') && mayAdd) {
    return (
      <UseForm
        equipmentId={params.get('equipmentId')}
        onMachine={(id) => go({ equipmentId: id })}
        onBack={() => go({ new: null })}
        onDone={(id) => go({ new: null, id })}
      />
    )
  }
  return (
    <ResourcePage
      of={useRecord}
      columns={columns}
      cells={cells}
      primary={
        mayAdd && (
          <Button look="primary" onClick={() => go({ new: '1' })}>
            {t('pages.use.change')}
          </Button>
        )
      }
    />
  )
}
