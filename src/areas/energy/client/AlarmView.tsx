import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Endpoint, EndpointOutput } from '@/contract/endpoint'
import { useEndpoint } from '@/client/api/use-list'
import { QueryBoundary } from '@/client/resource/QueryBoundary'
import { RecordPage } from '@/client/resource/RecordPage'
import { LazyCommandForm } from '@/client/resource/ResourceForm'
import { ResourceDetailView } from '@/client/resource/ResourceDetailView'
import type { FormValues } from '@/client/resource/form-values'
import { useCanCall } from '@/client/session/use-session'
import { Button } from '@/client/ui/Button'
import { PageFrame } from '@/client/ui/PageFrame'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { useQueryParams } from '@/client/use-query-params'
import {
  alarmMedia,
  energyAlarmSent,
  gasAlarm,
  setGasAlarm,
  setWaterAlarm,
  waterAlarm,
  type AlarmMedium,
} from '../contract/energy-alarm'

const columns = ['medium', 'span', 'slot', 'used', 'limit', 'sentAt']
const alarmEndpoints = {
  water: { read: waterAlarm, write: setWaterAlarm },
  gas: { read: gasAlarm, write: setGasAlarm },
} as const
const alarmInputs = Object.keys(setWaterAlarm.input).filter((name) => name !== 'version')

/** 用水、用气报警: the sent notifications, and a form for the limits and the chat robot that is notified. */
export default function AlarmView({ title, tabs }: { title: string; tabs: ReactNode }) {
  const { t } = useTranslation('energy')
  const [params, changeParams] = useQueryParams()
  const canSetAlarm = useCanCall(setWaterAlarm)
  const editedMedium = alarmMedia.find((medium) => medium === params.get('act'))
  return (
    <RecordPage
      resource={energyAlarmSent}
      title={title}
      views={[{ key: 'alarms', label: t('energyAlarmSent.name') }]}
      above={tabs}
      list={{ columns }}
      form={() =>
        editedMedium && canSetAlarm ? (
          <AlarmForm medium={editedMedium} onBack={() => changeParams({ act: null })} />
        ) : null
      }
      panel={({ row, refs, onBack }) => (
        <PageFrame title={String(row['slot'])} {...(onBack ? { onBack } : {})}>
          <ResourceDetailView resource={energyAlarmSent} row={row} refs={refs} />
        </PageFrame>
      )}
      primary={
        canSetAlarm &&
        alarmMedia.map((medium) => (
          <Button key={medium} onClick={() => changeParams({ act: medium })}>
            {t(`pages.energy.setAlarm.${medium}`)}
          </Button>
        ))
      }
    />
  )
}
function AlarmForm({ medium, onBack }: { medium: AlarmMedium; onBack: () => void }) {
  const query = useEndpoint(alarmEndpoints[medium].read, {}, { resources: ['energyAlarm'] })
  return (
    <QueryBoundary query={query} skeleton={<SkeletonDetail />}>
      {(alarm) => <AlarmFields medium={medium} alarm={alarm} onBack={onBack} />}
    </QueryBoundary>
  )
}
/** Address and secret are never read back; an empty field keeps the stored value. */
function AlarmFields({
  medium,
  alarm,
  onBack,
}: {
  medium: AlarmMedium
  alarm: EndpointOutput<typeof waterAlarm>
  onBack: () => void
}) {
  const { t } = useTranslation('energy')
  const [initialValues] = useState<FormValues>(() => ({
    version: alarm.version,
    ...Object.fromEntries(
      alarmInputs.filter((name) => name in alarm).map((name) => [name, alarm[name as keyof typeof alarm]]),
    ),
  }))
  const hostSuffix = alarm.host ? ` (${alarm.host})` : ''
  return (
    <LazyCommandForm
      endpoint={alarmEndpoints[medium].write as Endpoint<FormValues, unknown>}
      title={`${t(`pages.energy.setAlarm.${medium}`)}${hostSuffix}`}
      draftScope={medium}
      startValues={initialValues}
      fieldNames={alarmInputs}
      onBack={onBack}
      onDone={onBack}
    />
  )
}
