import './abnormity.css'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getFormInputs } from '@/contract/command'
import { getFieldNames } from '@/contract/field'
import type { Endpoint } from '@/contract/endpoint'
import type { PageViewProps } from '@/client/area'
import type { UnsentCommand } from '@/client/api/phone'
import { getPlantMoment } from '@/client/clock'
import { useLabels } from '@/client/i18n/labels'
import type { FormCheck } from '@/client/resource/CommandForm'
import { toFieldIssues } from '@/client/resource/form-issues'
import { LazyCommandForm } from '@/client/resource/ResourceForm'
import { RecordPage } from '@/client/resource/RecordPage'
import { createStateCell } from '@/client/resource/ResourceStateBadge'
import type { FormValues } from '@/client/resource/form-values'
import { useCanCall } from '@/client/session/use-session'
import { useCorrectedCommand } from '@/client/shell/use-corrected-command'
import { Button } from '@/client/ui/Button'
import { EmptyState } from '@/client/ui/EmptyState'
import { PlusIcon } from '@/client/ui/icons'
import { useParams } from '@/client/use-params'
import { useToday } from '@/plant/client/use-today'
import { addDays } from '@/plant/rules/plant-time'
import { abnormity, raisedFields } from '../../contract/abnormity'
import {
  abnormityCommands,
  confirmAbnormity,
  measureIssues,
  raiseAbnormity,
  reassignAbnormity,
} from '../../contract/abnormity-commands'
import { USUAL_DAYS } from '../../rules/abnormity'
import { abnormityTones, severityTones } from '../tones'
import { AbnormityPanel, type Abnormity } from './AbnormityPanel'

type AnyEndpoint = Endpoint<FormValues, unknown>
const columns = [
  'number',
  'state',
  'kind',
  'severity',
  'description',
  'defect',
  'lineId',
  'workOrderId',
  'customerId',
  'responsibleId',
  'dueOn',
  'raisedAt',
  'raisedBy',
  'closedAt',
]
const cells = {
  state: createStateCell(abnormity, 'state', abnormityTones),
  severity: createStateCell(abnormity, 'severity', severityTones),
}

/** 质量异常: the list, the selected abnormity, and the form of each command. */
export default function AbnormitiesView({ tabs }: PageViewProps) {
  const { t } = useTranslation(['deviations', 'rolls'])
  const [params, change] = useParams()
  const mayRaise = useCanCall(raiseAbnormity)
  const unsent = useCorrectedCommand()
  return (
    <RecordPage
      of={abnormity}
      title={t('rolls:pages.qualityTracking.title')}
      views={[{ key: 'abnormities', word: t('pages.abnormities.tab') }]}
      above={tabs}
      list={{ columns, cells }}
      form={({ row, refs }) => {
        const step = asking.find(({ action }) => action === params.get('act'))
        if (params.get('new') && mayRaise)
          return <Raise onBack={() => change(begun)} onDone={(id) => change({ ...begun, id })} />
        if (unsent) return <Correct unsent={unsent} onBack={() => change({ unsent: null })} />
        if (!step || !row) return null
        return <Ask row={row as Abnormity} refs={refs} step={step} onBack={() => change({ act: null })} />
      }}
      panel={({ row, refs, onBack }) => (
        <AbnormityPanel row={row as Abnormity} refs={refs} onBack={onBack} onAct={(act) => change({ act })} />
      )}
      primary={
        mayRaise && (
          <Button look="primary" icon={<PlusIcon size={20} />} onClick={() => change({ new: '1' })}>
            {t('pages.abnormities.raise')}
          </Button>
        )
      }
    />
  )
}

/** Clears the URL parameters of the form for a new abnormity, including the scanned row. */
const begun = { new: null, kind: null, of: null, row: null, says: null }
/** Field of the scanned row by its kind. */
const fieldOf: Readonly<Record<string, string>> = { jumboRoll: 'jumboRollId', slitRoll: 'slitRollId' }
/** Commands with input, which open a form. */
const asking = abnormityCommands.filter((one) => one !== raiseAbnormity && getFormInputs(one).length > 0)

function Raise({ onBack, onDone }: { onBack: () => void; onDone: (id: string) => void }) {
  const { t } = useTranslation('deviations')
  const [params] = useParams()
  const [start] = useState<FormValues>(() => ({
    severity: 'major',
    occurredAt: getPlantMoment(),
    ...(params.get('kind') ? { kind: params.get('kind') } : {}),
    ...(params.get('says') ? { description: params.get('says') } : {}),
    ...(fieldOf[params.get('of') ?? ''] ? { [fieldOf[params.get('of') ?? '']!]: params.get('row') } : {}),
  }))
  return (
    <LazyCommandForm
      endpoint={raiseAbnormity as AnyEndpoint}
      title={t('pages.abnormities.raise')}
      start={start}
      only={getFieldNames(raisedFields)}
      onBack={onBack}
      onDone={({ id }) => onDone(id)}
    />
  )
}
/** Returns a form check for answers. Commands are queued on the phone, so a refusal by the server would come late. */
function useAnswerCheck(): FormCheck {
  const { t } = useTranslation('client')
  const labels = useLabels('deviations')
  const today = useToday()
  const place = { area: abnormity.area, owner: abnormity.name }
  return ({ measures }) =>
    toFieldIssues(
      measureIssues((measures ?? []) as Abnormity['measures'], today),
      abnormity.fields,
      place,
      labels,
      (number) => t('fields.row', { number }),
      { measures },
    )
}
function Correct({ unsent, onBack }: { unsent: UnsentCommand; onBack: () => void }) {
  const { t } = useTranslation('deviations')
  const check = useAnswerCheck()
  const step = abnormityCommands.find(({ name }) => name === unsent.op)
  if (!step) return <EmptyState title={t('pages.abnormities.gone')} />
  return (
    <LazyCommandForm
      endpoint={step as AnyEndpoint}
      title={t(`actions.abnormity_${step.action}`)}
      unsent={unsent}
      only={getFormInputs(step)}
      check={check}
      onBack={onBack}
      onDone={onBack}
    />
  )
}
function Ask({
  row,
  refs,
  step,
  onBack,
}: {
  row: Abnormity
  refs: Readonly<Record<string, string>>
  step: (typeof asking)[number]
  onBack: () => void
}) {
  const { t } = useTranslation('deviations')
  const today = useToday()
  const check = useAnswerCheck()
  const only = getFormInputs(step)
  const [start] = useState<FormValues>(() => ({
    id: row.id,
    version: row.version,
    occurredAt: getPlantMoment(),
    // Continues with the previous answer.
    ...Object.fromEntries(
      only.filter((name) => name in row && name !== 'reason').map((name) => [name, row[name as keyof Abnormity]]),
    ),
    // A different person must be chosen.
    ...(step === reassignAbnormity ? { responsibleId: null } : {}),
    ...(step === confirmAbnormity ? { dueOn: addDays(today, USUAL_DAYS) } : {}),
  }))
  return (
    <LazyCommandForm
      endpoint={step as AnyEndpoint}
      title={[t(`actions.abnormity_${step.action}`), row.number].filter(Boolean).join(' · ')}
      draftOf={row.id}
      start={start}
      only={only}
      check={check}
      refs={refs}
      onBack={onBack}
      onDone={onBack}
    />
  )
}
